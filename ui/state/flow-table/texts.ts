// The texts of a block of rows. As soon as no row is expected any more they are one string, of which parts are read.

export class Texts {
  #texts: string[] | null = [];
  #joined = '';
  #ends = new Uint32Array(0);

  at(index: number): string {
    if (this.#texts !== null) return this.#texts[index]!;
    return this.#joined.slice(index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }

  insert(index: number, text: string): void {
    const texts = this.#opened();
    if (index === texts.length) texts.push(text);
    else texts.splice(index, 0, text);
  }

  set(index: number, text: string): void {
    if (this.at(index) !== text) this.#opened()[index] = text;
  }

  /** Keeps the texts of these indexes. */
  keep(indexes: readonly number[]): void {
    const texts = this.#opened();
    this.#texts = indexes.map((index) => texts[index]!);
  }

  /** Joins the texts. A change takes them apart again. */
  join(): void {
    if (this.#texts === null) return;
    let end = 0;
    this.#ends = Uint32Array.from(this.#texts, (text) => (end += text.length));
    this.#joined = this.#texts.join('');
    this.#texts = null;
  }

  #opened(): string[] {
    if (this.#texts === null) {
      this.#texts = Array.from(this.#ends, (_, index) => this.at(index));
      this.#joined = '';
    }
    return this.#texts;
  }
}
