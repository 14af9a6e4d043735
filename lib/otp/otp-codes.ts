import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Sealer } from '../queue/sealer.js';

/** What a challenge is for. Its code is made from it again each time, and stored nowhere. */
export interface OtpSubject {
  /** Digits with country prefix. */
  readonly to: string;
  readonly purpose: string;
}

/** A challenge whose data could be read: with a key that the app still has. */
export interface OpenedChallenge extends OtpSubject {
  readonly code: string;
}

const SALT_BYTES = 16;
const ID_BYTES = 16;
/** Bytes of an HMAC that are read as one number. Its largest values are skipped, so no code is likelier. */
const DRAW_BYTES = 6;

interface Key {
  readonly id: string;
  readonly code: Buffer;
  readonly number: Buffer;
}

/** Makes codes, by HMAC of a key, a random salt, and what the code is for. */
export class OtpCodes {
  private readonly keys: readonly Key[];
  private readonly sealer: Sealer;

  /**
   * @param keys of 64 hex digits each; the first one makes codes, all of them verify
   * @param length digits of a code
   */
  constructor(
    keys: readonly string[],
    private readonly length: number,
  ) {
    this.keys = keys.map((key) => ({
      id: subkey(key, 'id').subarray(0, 6).toString('base64url'),
      code: subkey(key, 'code'),
      number: subkey(key, 'number'),
    }));
    this.sealer = new Sealer(keys.map((key) => subkey(key, 'seal').toString('hex')));
  }

  /** A new challenge: its id, what to store of it, and its code. */
  create(subject: OtpSubject): { id: string; data: string; code: string } {
    const [key] = this.keys;
    if (!key) throw new Error('There is no key');
    const id = randomBytes(ID_BYTES).toString('base64url');
    const salt = randomBytes(SALT_BYTES);
    const { to, purpose } = subject;
    const sealed = this.sealer.seal(JSON.stringify([to, purpose]), id);
    const data = [key.id, salt.toString('base64url'), sealed].join('.');
    return { id, data, code: this.codeOf(key, salt, id, subject) };
  }

  /** What a challenge is for, and its code; undefined if its key is gone, or it was changed in the store. */
  open(id: string, data: string): OpenedChallenge | undefined {
    const [keyId, salt = '', ...sealed] = data.split('.');
    const key = this.keys.find((each) => each.id === keyId);
    if (!key) return undefined;
    try {
      const [to, purpose]: string[] = JSON.parse(this.sealer.open(sealed.join('.'), id));
      if (to === undefined || purpose === undefined) return undefined;
      const code = this.codeOf(key, Buffer.from(salt, 'base64url'), id, { to, purpose });
      return { to, purpose, code };
    } catch {
      return undefined;
    }
  }

  /** What stands for a number in the store: one hash by each key. */
  hashesOf(number: string): string[] {
    return this.keys.map((key) => hmac(key.number, number).toString('base64url'));
  }

  private codeOf(key: Key, salt: Buffer, id: string, { to, purpose }: OtpSubject): string {
    const codes = 10 ** this.length;
    const end = 2 ** (8 * DRAW_BYTES);
    for (let round = 0; ; round += 1) {
      const bytes = hmac(key.code, salt, JSON.stringify([id, to, purpose, round]));
      for (let at = 0; at + DRAW_BYTES <= bytes.length; at += DRAW_BYTES) {
        const drawn = bytes.readUIntBE(at, DRAW_BYTES);
        if (drawn < end - (end % codes)) return String(drawn % codes).padStart(this.length, '0');
      }
    }
  }
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isSame(one: string, other: string): boolean {
  const key = randomBytes(SALT_BYTES);
  return timingSafeEqual(hmac(key, one), hmac(key, other));
}

function subkey(key: string, use: string): Buffer {
  return Buffer.from(
    hkdfSync('sha256', Buffer.from(key, 'hex'), '', `nestjs-sms-gateway otp ${use}`, 32),
  );
}

function hmac(key: Buffer, ...parts: (string | Buffer)[]): Buffer {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
}
