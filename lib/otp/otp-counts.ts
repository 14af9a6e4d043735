import { smsChannels, type SmsOtpNote } from '../events/channels.js';

/** How many ended challenges the share of verified ones is taken from. */
const SAMPLE = 100;
/** The most challenges of a process that are watched at once. */
const MOST_WATCHED = 10_000;

/** Counts what happens to codes, and watches how many challenges are verified. */
export class OtpCounts {
  private readonly watched: { readonly id: string; readonly end: number }[] = [];
  /** Whether each of the last challenges that ended was verified. */
  private ends: boolean[] = [];

  /**
   * @param alertBelow the share of verified ones below which `onLow` is called; undefined for never
   * @param wasVerified asks the store: another process may have verified it
   * @param onLow called with the share, and again only after as many others have ended
   */
  constructor(
    private readonly account: string,
    private readonly alertBelow: number | undefined,
    private readonly wasVerified: (id: string) => Promise<boolean>,
    private readonly onLow: (share: number) => void,
  ) {}

  add(result: SmsOtpNote['result']): void {
    smsChannels.otp.publish({ account: this.account, result });
  }

  /** Watches a challenge until its end, and looks at one that has ended since: starts need no timer. */
  async watch(id: string, ttl: number): Promise<void> {
    if (this.alertBelow === undefined) return;
    const now = performance.now();
    if (this.watched.length < MOST_WATCHED) this.watched.push({ id, end: now + ttl });
    for (const each of this.watched.slice(0, 2)) {
      if (each.end > now || this.watched[0] !== each) return;
      this.watched.shift();
      this.end(await this.wasVerified(each.id), this.alertBelow);
    }
  }

  private end(isVerified: boolean, alertBelow: number): void {
    this.ends.push(isVerified);
    if (this.ends.length > SAMPLE) this.ends.shift();
    const share = this.ends.filter(Boolean).length / SAMPLE;
    if (this.ends.length < SAMPLE || share >= alertBelow) return;
    this.ends = [];
    this.onLow(share);
  }
}
