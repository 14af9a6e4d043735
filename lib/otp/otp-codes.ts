import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Sealer } from '../queue/sealer.js';

/** What a code is for. */
export interface OtpSubject {
  /** Digits with country prefix. */
  readonly to: string;
  readonly purpose: string;
}

/** What the code of a challenge is made from again each time. */
interface Sealed extends OtpSubject {
  readonly salt: string;
}

interface Key {
  readonly sealer: Sealer;
  readonly code: Buffer;
  readonly number: Buffer;
}

/** Bytes of an HMAC that are read as one number. Its largest values are skipped, so no code is likelier. */
const DRAW_BYTES = 6;

/** Makes codes, by HMAC of a key, a random salt, and what the code is for. */
export class OtpCodes {
  private readonly keys: readonly Key[];

  /**
   * @param keys of 64 hex digits each; the first one makes codes, all of them verify
   * @param length digits of a code
   */
  constructor(
    keys: readonly string[],
    private readonly length: number,
  ) {
    this.keys = keys.map((hex) => ({
      sealer: new Sealer([subkey(hex, 'seal').toString('hex')]),
      code: subkey(hex, 'code'),
      number: subkey(hex, 'number'),
    }));
  }

  /** A new challenge: its id, and what to store of it. */
  create(subject: OtpSubject): { id: string; sealed: string } {
    const id = random();
    const sealed = this.keys[0]?.sealer.seal(JSON.stringify({ ...subject, salt: random() }), id);
    if (sealed === undefined) throw new Error('There is no key');
    return { id, sealed };
  }

  /** What a challenge is for, and its code; undefined if its key is gone, or it was changed in the store. */
  open(id: string, sealed: string): (Sealed & { readonly code: string }) | undefined {
    for (const key of this.keys) {
      try {
        const content: Sealed = JSON.parse(key.sealer.open(sealed, id));
        return { ...content, code: this.codeOf(key, id, content) };
      } catch {
        // Another key sealed it, or it was changed in the store.
      }
    }
    return undefined;
  }

  /** What stands for a number in the store: one hash by each key. */
  hashesOf(number: string): string[] {
    return this.keys.map((key) => hmac(key.number, number).toString('base64url'));
  }

  private codeOf(key: Key, id: string, { to, purpose, salt }: Sealed): string {
    const codes = 10 ** this.length;
    const end = 2 ** (8 * DRAW_BYTES);
    for (let round = 0; ; round += 1) {
      const drawn = hmac(key.code, JSON.stringify([id, salt, to, purpose, round]));
      const number = drawn.readUIntBE(0, DRAW_BYTES);
      if (number < end - (end % codes)) return String(number % codes).padStart(this.length, '0');
    }
  }
}

/** 128 bits, as 22 characters. */
function random(): string {
  return randomBytes(16).toString('base64url');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function subkey(hex: string, use: string): Buffer {
  const info = `nestjs-sms-gateway otp ${use}`;
  return Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', info, 32));
}
