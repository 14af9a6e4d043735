import type { NoUnread } from '../../core/common/no-unread.js';
import { CARRIED_SENDER } from '../../core/message/message-fields.js';
import type {
  SmsTemplateIds,
  SmsTemplateMatch,
  SmsTextCheck,
  SmsTextProblem,
} from '../../core/message/sms-message.js';
import { templateRules } from '../../core/options/templates-schema.js';
import type { SmsTemplateDefinition, SmsTemplateOptions } from '../../core/sms-gateway.options.js';
import { headersOf } from './template-ids.js';
import { createMatcher, type Stop } from './template-matcher.js';
import { withKinds } from './template-pieces.js';
import { normalised, TextReading } from './text-reading.js';

const SERVICE_HEADER = /^[A-Za-z]{6}$/;
const PROMOTIONAL_HEADER = /^(?:[A-Za-z]{6}|[0-9]{6})$/;
const NO_TEMPLATE = 'matches no registered template';
const REFUSED = {
  links: "takes no links; if it is none, set links: 'allow'",
  phoneNumbers: "takes no phone numbers; if it is none, set phoneNumbers: 'allow'",
  placeholders: 'has a placeholder ({#, #} or {{) as its value; fill it in',
  noValue: 'has undefined, null, NaN or [object Object] as its value; pass the value',
};

/** Creates the check of an account's texts. See `SmsRegisteredTemplate`. */
export function createTextCheck(
  { known, unmatched, ...rules }: SmsTemplateOptions,
  warn?: (text: string) => void,
  defaultSender?: string,
): SmsTextCheck {
  const { alphanumeric, callbacks, ignorePunctuation, links, ...others } = rules;
  const { maxValueLength, phoneNumbers, urls, ...unread } = others;
  void (unread satisfies NoUnread);
  const ofValues = { alphanumeric, callbacks, ignorePunctuation, maxValueLength, urls };
  const ofAccount = Object.entries({ ...ofValues, links, phoneNumbers });
  const set = Object.fromEntries(ofAccount.filter(([, rule]) => rule !== undefined));
  const templates = known.map(({ definition, rules: ownRules }) => {
    const { category, dltTemplateId: id, senderId = '' } = definition;
    const headers = headersOf(senderId);
    const ownForm = category === 'promotional' ? PROMOTIONAL_HEADER : SERVICE_HEADER;
    const form = category ? ownForm : CARRIED_SENDER;
    for (const header of headers) {
      if (form.test(header)) continue;
      warn?.(
        `The header '${header}' of the template ${id} does not have the form of ${category ?? 'any'} headers, so operators may drop its texts.`,
      );
    }
    const { typed } = withKinds(definition);
    const match = createMatcher(typed, templateRules.parse({ ...ownRules, ...set }));
    return { id, headers, ids: idsOf(definition, headers), match };
  });

  return (text, dltTemplateId, senderId = defaultSender, listener = warn) => {
    const reading = new TextReading(normalised(text));
    const asGiven = reading.text === text ? undefined : new TextReading(text);
    const matches = new Map<string, { headers: readonly string[]; ids: SmsTemplateMatch }>();
    let nearest: { id: string; stop: Stop } | undefined;
    for (const { id, headers, ids, match } of templates) {
      if (dltTemplateId !== undefined && dltTemplateId !== id) continue;
      const stop = match(reading);
      if (!stop) {
        const asMatched = asGiven && match(asGiven) ? { ...ids, text: reading.text } : ids;
        matches.set(id, { headers, ids: asMatched });
      } else if (!nearest || reachOf(stop) > reachOf(nearest.stop)) nearest = { id, stop };
    }
    const [first] = matches.values();
    if (matches.size > 1) {
      const all = [...matches.keys()].join(', ');
      return { issue: `matches several templates (${all}); set 'dltTemplateId' to one of them` };
    }
    if (first) return withSender(first, senderId);
    if (unmatched === 'allow') return undefined;
    const problem: SmsTextProblem = nearest
      ? describe(nearest.stop, reading.text, nearest.id)
      : { issue: `${NO_TEMPLATE}, because 'known' has none with the message's dltTemplateId` };
    if (unmatched !== 'warn') return problem;
    listener?.(`A text ${problem.masked ?? problem.issue}. It is sent, but operators may drop it.`);
    return undefined;
  };
}

/** How far the comparison with a template got: to the end if only a value is missing. */
const reachOf = ({ at, limit }: Stop): number => (limit === 'noValue' ? Infinity : at);

/** What a template adds to a message. */
function idsOf(
  { dltTemplateId, dltEntityId }: SmsTemplateDefinition,
  [senderId, ...others]: readonly string[],
): SmsTemplateIds {
  return {
    dltTemplateId,
    ...(dltEntityId !== undefined && { dltEntityId }),
    ...(senderId !== undefined && others.length === 0 && { senderId }),
  };
}

/** The ids of a template. If it has several headers, the message or the defaults must name one. */
function withSender(
  { headers, ids }: { readonly headers: readonly string[]; readonly ids: SmsTemplateMatch },
  senderId: string | undefined,
): SmsTemplateMatch | SmsTextProblem {
  if (headers.length < 2) return ids;
  // Includes the sender of the defaults, because another account of a failover may have a different one.
  if (senderId !== undefined && headers.includes(senderId)) return { ...ids, senderId };
  const what = senderId === undefined ? 'is missing' : 'is not a header of the template';
  const issue = `${what}; the template ${ids.dltTemplateId} has several headers: use ${headers.join(' or ')}, in the message or in defaults`;
  return { path: 'senderId', issue };
}

/** Describes where a text and a template differ, also with the word of the text masked. */
export function describe(stop: Stop, text: string, nearest?: string): SmsTextProblem {
  const { at, expected, limit, offset } = stop;
  const lead = nearest === undefined ? '' : `${NO_TEMPLATE}. The nearest is ${nearest}: `;
  const where = `${lead}at character ${Array.from(text.slice(0, at)).length + 1}: `;
  if (typeof limit === 'string') return { issue: `${where}${expected} ${REFUSED[limit]}` };
  // A value takes as much as it can, even if the text differs from the template before that.
  const next = nearest === undefined ? '' : ', and what follows it in the template was not found';
  if (limit) return { issue: `${where}${expected} takes at most ${limit} characters${next}` };
  const has = expected === '' ? 'ends, the text has' : `has ${wordAt(expected, offset)}, the text`;
  const difference = `${where}the template ${has} `;
  if (at === text.length) return { issue: `${difference}ends` };
  return { issue: difference + wordAt(text, at), masked: `${difference}"••••••"` };
}

/** The word at a position, in quotes. */
function wordAt(text: string, at: number): string {
  // At most 20 characters on each side, each of one or two code units.
  const [before = ''] = /\S{0,20}$/u.exec(text.slice(Math.max(0, at - 40), at)) ?? [];
  const [after = ''] = /^\S{0,20}/u.exec(text.slice(at, at + 40)) ?? [];
  return JSON.stringify(after === '' ? text.charAt(at) : before + after);
}
