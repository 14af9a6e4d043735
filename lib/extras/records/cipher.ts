import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/**
 * A text that was encrypted with a key that is not among `encryptionKeys`, is not encrypted although there
 * are keys, or was changed since. Its message says what to do.
 */
export class DecryptionError extends Error {}

/**
 * Encrypts what is stored. The same text looks different each time it is encrypted. If two processes add the
 * same key, this shows whose text was stored.
 */
export class Cipher {
  private readonly keys: readonly { readonly id: string; readonly key: Buffer }[];

  /**
   * @param keys of 64 hex digits each; the first one encrypts, all of them decrypt. None: nothing is encrypted
   * @param acceptUnsealed takes what is not encrypted, too, although there are keys. Otherwise, anyone who can
   *   write to the store could have messages sent
   */
  constructor(
    keys: readonly string[] = [],
    private readonly acceptUnsealed = false,
  ) {
    this.keys = keys.map((hex) => {
      const key = Buffer.from(hex, 'hex');
      const id = createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);
      return { id: id.toString('base64url'), key };
    });
  }

  /** Whether it encrypts. */
  get hasKeys(): boolean {
    return this.keys.length > 0;
  }

  /** @param owner what it belongs to: it cannot be decrypted for another one */
  encrypt(text: string, owner: string): string {
    const [first] = this.keys;
    const iv = randomBytes(IV_BYTES);
    if (!first) return `open.${iv.toString('base64url')}.${text}`;
    const cipher = createCipheriv(ALGORITHM, first.key, iv).setAAD(Buffer.from(owner));
    const bytes = Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return `${first.id}.${bytes.toString('base64url')}`;
  }

  /** @throws DecryptionError */
  decrypt(encrypted: string, owner: string): string {
    const [id = '', bytes = '', ...rest] = encrypted.split('.');
    if (id === 'open') {
      if (!this.hasKeys || this.acceptUnsealed) return rest.join('.');
      throw new DecryptionError(
        'it is not encrypted, although encryptionKeys is set. If it was queued before that, set acceptUnsealed: true until such messages have ended',
      );
    }
    const key = this.keys.find((candidate) => candidate.id === id)?.key;
    if (!key) {
      throw new DecryptionError(
        'encryptionKeys does not hold the key that encrypted it. Add that key to encryptionKeys',
      );
    }
    const data = Buffer.from(bytes, 'base64url');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, data.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(data.subarray(-TAG_BYTES));
      const body = data.subarray(IV_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString();
    } catch {
      throw new DecryptionError('it was changed in the store, or belongs to another id');
    }
  }
}
