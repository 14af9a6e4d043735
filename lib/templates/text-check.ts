import type { SmsTemplateIds, SmsTextCheck } from '../message/sms-message.js';
import type {
  SmsTemplateDefinition,
  SmsTemplateOptions,
  SmsTemplateRules,
} from '../sms-gateway.options.js';
import { createMatcher, type Furthest, type Rules } from './template-matcher.js';
import { normalised, partsOf } from './template-text.js';
import { TextReading } from './text-reading.js';

const SIX_LETTERS = /^[A-Za-z]{6}$/;
const HEADERS = {
  service: SIX_LETTERS,
  transactional: SIX_LETTERS,
  promotional: /^(?:[A-Za-z]{6}|[0-9]{6})$/,
};

/** Creates the check of an account's texts. See `SmsRegisteredTemplate`. */
export function createTextCheck(
  { known, unmatched, ...rules }: SmsTemplateOptions,
  warn: (text: string) => void,
): SmsTextCheck {
  const templates = known.map((template) => {
    const { text, category, dltTemplateId, senderId } = template.definition;
    if (category && senderId !== undefined && !HEADERS[category].test(senderId)) {
      warn(
        `The header '${senderId}' of the template ${dltTemplateId} does not have the form of ${category} messages, so operators may drop its texts.`,
      );
    }
    const parts = partsOf(text);
    const match = createMatcher('problem' in parts ? [] : parts, rulesOf(template.rules, rules));
    return { ids: idsOf(template.definition), match };
  });

  return (text, dltTemplateId) => {
    const reading = new TextReading(normalised(text));
    const found = new Map<string, SmsTemplateIds>();
    let nearest: { readonly id: string; readonly stop: Furthest } | undefined;
    for (const { ids, match } of templates) {
      if (dltTemplateId !== undefined && dltTemplateId !== ids.dltTemplateId) continue;
      const stop = match(reading);
      if (!stop) found.set(ids.dltTemplateId, ids);
      else if (stop.at > (nearest?.stop.at ?? -1)) nearest = { id: ids.dltTemplateId, stop };
    }
    const [first] = found.values();
    if (found.size > 1) {
      const all = [...found.keys()].join(', ');
      const issue = `matches several templates (${all}); set 'dltTemplateId' to one of them`;
      return { issue, masked: issue };
    }
    if (first || unmatched === 'allow') return first;
    let texts = [
      "matches no registered template, because none in 'known' has the id of the message",
    ];
    if (nearest) {
      const { id, stop } = nearest;
      const lead = `matches no registered template. The nearest is ${id}: `;
      texts = describe(stop, reading.text).map((difference) => lead + difference);
    }
    const [issue = '', masked = issue] = texts;
    if (unmatched !== 'warn') return { issue, masked };
    warn(`A text ${masked}. It is sent, but operators may drop it.`);
    return undefined;
  };
}

/** What a template adds to a message. */
export function idsOf(definition: SmsTemplateDefinition): SmsTemplateIds {
  const { dltTemplateId, dltEntityId, senderId } = definition;
  return {
    dltTemplateId,
    ...(dltEntityId !== undefined && { dltEntityId }),
    ...(senderId !== undefined && { senderId }),
  };
}

/** Where a text and a template differ: once with the word of the text, once with it masked. */
export function describe(
  { at, expected, offset, reason }: Furthest,
  text: string,
): [string, string] {
  const isVariable = expected.startsWith('{#');
  const where = `at character ${at + 1}:`;
  const has = isVariable ? `has ${expected}` : expected && `has ${wordAt(expected, offset)}`;
  const lead = `${where} the template ${has || 'ends'}, the text `;
  const whole = reason === undefined ? `${lead}ends` : `${where} ${expected} takes ${reason}`;
  if (reason !== undefined || at >= text.length) return [whole, whole];
  const verb = has ? '' : 'has ';
  return [`${lead}${verb}${wordAt(text, at)}`, `${lead}${verb}"••••••"`];
}

/** The word at a position, in quotes. */
function wordAt(text: string, at: number): string {
  const [before = ''] = /\S*$/.exec(text.slice(Math.max(0, at - 20), at)) ?? [];
  const [after = ''] = /^\S*/.exec(text.slice(at, at + 20)) ?? [];
  return JSON.stringify(after === '' ? text.charAt(at) : before + after);
}

/** The rules that apply: the account's, then the template's, then the strict ones. */
export function rulesOf(own: SmsTemplateRules, account: SmsTemplateRules = {}): Rules {
  return {
    maxValueLength: account.maxValueLength ?? own.maxValueLength ?? 30,
    alphanumeric: account.alphanumeric ?? own.alphanumeric ?? 'strict',
    ignorePunctuation: account.ignorePunctuation ?? own.ignorePunctuation ?? false,
    urls: account.urls ?? own.urls ?? [],
    callbacks: account.callbacks ?? own.callbacks ?? [],
  };
}
