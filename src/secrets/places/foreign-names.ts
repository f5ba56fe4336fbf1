// Finds passwords after names in scripts other than Latin, which the search for stems of names does not find.
import type { Range } from './command-lines.ts';
import { hasVariety } from '../values/plausible.ts';

const NAMES =
  '密码|密碼|口令|パスワード|비밀번호|암호|пароль|Пароль|ПАРОЛЬ|κωδικός|hasło|Hasło|şifre|Şifre|mật khẩu|Mật khẩu|' +
  'סיסמה|كلمة المرور|पासवर्ड|รหัสผ่าน';
const MEMBER = new RegExp(
  String.raw`(?:${NAMES})\\*["'*\`]{0,3}\s{0,20}[:：=]\s{0,20}\\*["'\`]?([^\s"'\\,;{}<>&]{4,300})`,
  'g',
);

export function* foreignSecrets(text: string): Generator<Range, void, undefined> {
  // Listing matches would copy the pattern, and few texts have a match.
  if (text.search(MEMBER) < 0) return;
  for (const match of text.matchAll(MEMBER)) {
    const end = match.index + match[0].length;
    // Plain words follow labels too, and are no secrets.
    if (hasVariety(match[1]!)) yield [end - match[1]!.length, end];
  }
}
