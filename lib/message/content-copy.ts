import { CONTENT_KEYS } from './message-keys.js';
import { isPlainObject } from './plain-object.js';

/**
 * A message without its recipients, every value read once: what its owner, or a getter, makes of the
 * original later was not sent. What is no object comes back as it is, to be found wrong.
 */
export function copyContent(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  const copy: Record<string, unknown> = {};
  // Those of a class may be getters, which are no keys of the object.
  for (const key of new Set([...Object.keys(content), ...CONTENT_KEYS])) {
    if (!(key in content)) continue;
    const value: unknown = Reflect.get(content, key);
    const own = key === 'fields' && isPlainObject(value) ? { ...value } : value;
    Object.defineProperty(copy, key, { value: own, enumerable: true });
  }
  return copy;
}
