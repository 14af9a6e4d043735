import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Cipher } from '../records/cipher.js';

/** What a code is made from, besides a key and the id of its challenge. A code is made again each time. */
interface Secret {
  /** Digits with country prefix. */
  readonly to: string;
  readonly purpose: string;
  /** 128 random bits. */
  readonly salt: string;
}

/** Bytes of an HMAC that are read as one number. The largest values are skipped, so all codes are equally likely. */
const DRAW_BYTES = 6;

/** Makes codes, which are stored nowhere. */
export class OtpCodes {
  private readonly keys;

  /**
   * @param keys of 64 hex digits each; the first one makes codes, all of them verify
   * @param length digits of a code
   * @param account the account of the codes. Codes of other accounts are unknown, even with the same keys
   */
  constructor(
    keys: readonly string[],
    private readonly length: number,
    account: string,
  ) {
    this.keys = keys.map((key) => ({
      cipher: new Cipher([subkey(key, 'seal', account).toString('hex')]),
      code: subkey(key, 'code', account),
      number: subkey(key, 'number', account),
    }));
  }

  /** Creates a challenge: its id, what is stored of it (`sealed`: encrypted), and its code. */
  create(to: string, purpose: string) {
    const [key] = this.keys;
    if (!key) throw new Error('There is no key');
    const id = random();
    const secret: Secret = { to, purpose, salt: random() };
    const sealed = key.cipher.encrypt(JSON.stringify(secret), id);
    return { id, sealed, code: this.codeOf(key.code, id, secret) };
  }

  /** The number, purpose and code of a challenge; undefined if its key is missing or it was changed in the store. */
  read(id: string, sealed: string) {
    for (const key of this.keys) {
      try {
        const secret: Secret = JSON.parse(key.cipher.decrypt(sealed, id));
        return { ...secret, code: this.codeOf(key.code, id, secret) };
      } catch {
        // It was encrypted with another key, or it was changed.
      }
    }
    return undefined;
  }

  /** The hashes that replace a number in the store: one for each key. */
  hashesOf(number: string): string[] {
    return this.keys.map((key) => hmac(key.number, number).toString('base64url'));
  }

  private codeOf(key: Buffer, id: string, { to, purpose, salt }: Secret): string {
    const codes = 10 ** this.length;
    const end = 2 ** (8 * DRAW_BYTES);
    for (let round = 0; ; round += 1) {
      const bytes = hmac(key, JSON.stringify([id, salt, to, purpose, round]));
      const drawn = bytes.readUIntBE(0, DRAW_BYTES);
      if (drawn < end - (end % codes)) return String(drawn % codes).padStart(this.length, '0');
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

function subkey(key: string, use: string, account: string): Buffer {
  const info = `nestjs-sms-gateway otp ${use}`;
  return Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), account, info, 32));
}
