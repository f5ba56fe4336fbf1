// Says why a request has no recorded answer: the nearest recorded request, and what differs. Secrets are not shown.
import { differenceLines, type Explained } from './match/difference.ts';
import { promptSections } from './match/prompt-lines.ts';
import type { Replay } from './replay.ts';
import type { CanonicalRequest, GivenRequest } from './request/canonical.ts';
import { withoutSecrets } from './request/without-secrets.ts';
import { VolatileTexts } from './request/volatile.ts';

/** Returns lines, the first of which names the request. */
export function explainUnknown(replay: Replay, given: GivenRequest, path: string): readonly string[] {
  const shown = withoutSecrets(given);
  const asked = explained(replay, replay.canonical(shown), shown);
  const title = `${asked.request.title} is not in the cassette ${path}`;
  const nearest = replay.nearest(replay.canonical(given));
  if (nearest === null) return [`${title}, which has no request to ${asked.request.site}`];
  const differences = differenceLines(explained(replay, nearest.request, nearest.given), asked);
  const at = replay.all.indexOf(nearest) + 1;
  return [
    `${title}. The nearest is request ${at} of ${replay.all.length} (- recorded, + asked):`,
    ...differences,
  ];
}

function explained(replay: Replay, request: CanonicalRequest, given: GivenRequest): Explained {
  const texts = new VolatileTexts({ isAnswered: replay.isAnswered, dates: true });
  const url = `https://${given.target.host}${given.path}`;
  return { request, prompt: promptSections(url, given.body, texts) };
}
