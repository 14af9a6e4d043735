import { Controller, Injectable, Scope } from '@nestjs/common';
import { config, filter } from 'rxjs';
import { OnSms, type SmsDeliveryEvent } from '../../lib/index.js';
import { OnSmsReport, type SmsReport, SmsReportsModule } from '../../lib/extras/reports/index.js';
import { Telemetry } from '../opentelemetry/telemetry.js';
import { NUMBER } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { accountOf, openReports, type ReportsSetup, TRANSACTION } from './open-reports.js';

const REPORT = { transId: TRANSACTION, mobile: NUMBER, errorCode: '7' };
const WORDS = ['DELIVRD', 'FAILED', 'EXPIRED', 'SENT', 'huh'];

@Injectable()
class Audit {
  readonly events: SmsDeliveryEvent[] = [];
  readonly reports: string[] = [];

  @OnSms('delivered', 'undelivered')
  event(event: SmsDeliveryEvent): void {
    this.events.push(event);
  }

  @OnSmsReport()
  @OnSmsReport({ account: 'marketing' })
  report({ state }: SmsReport): void {
    this.reports.push(state);
  }
}

@Controller()
class Page {
  readonly reports: string[] = [];

  @OnSmsReport({ account: 'default' })
  async report({ state }: SmsReport): Promise<void> {
    this.reports.push(state);
  }

  @OnSmsReport({ account: 'marketing' })
  never(): void {
    throw new Error('called');
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerRequest {
  @OnSmsReport()
  never(): void {
    throw new Error('called');
  }
}

/** An app with two accounts, of which one gets reports. */
const open = (providers: ReportsSetup['providers'] = [Audit]) =>
  openReports({
    reports: {},
    providers,
    imports: [accountOf({ name: 'marketing' }), SmsReportsModule.forRoot({ name: 'marketing' })],
  });

describe('reports', () => {
  it('reach @OnSmsReport of providers and controllers once, by account, in their order', async () => {
    const { app, reports, log } = await open([
      Audit,
      Page,
      PerRequest,
      { provide: 'alias', useExisting: Audit },
    ]);
    await reports.receive({ body: WORDS.map((status) => ({ ...REPORT, status })) });
    const states = ['delivered', 'failed', 'expired', 'pending', 'unrecognised'];
    expect(app.get(Audit).reports).toEqual(states);
    expect(app.get(Page).reports).toEqual(states);
    expect(log).toEqual([
      expect.stringContaining('The @OnSmsReport handler PerRequest.never is never called'),
    ]);
  });

  it('are events if they are final, with the transaction and the code, without a number', async () => {
    const { app, reports } = await open();
    await reports.receive({ body: WORDS.map((status) => ({ ...REPORT, status })) });
    const about = { account: 'default', transactionId: TRANSACTION, code: '7' };
    expect(app.get(Audit).events).toEqual([
      { type: 'delivered', state: 'delivered', at: expect.any(Number), ...about },
      { type: 'undelivered', state: 'failed', at: expect.any(Number), ...about },
      { type: 'undelivered', state: 'expired', at: expect.any(Number), ...about },
    ]);
  });

  it('show no number and no text in events, whatever they hold', async () => {
    const { app, reports } = await open();
    const status = 'DELIVRD';
    const text = `+${NUMBER} 919999888877`;
    await reports.receive({
      body: { mobile: NUMBER, transId: text, msgId: text, errorCode: text, cause: text, status },
    });
    const shown = JSON.stringify(app.get(Audit).events);
    expect(shown).toContain('delivered');
    expect(shown).not.toMatch(/9876543210|9999888877(?!")/);
  });

  it('are in the metrics, by state', async () => {
    const telemetry = Telemetry.ofThisTest();
    const { reports } = await open();
    for (const status of ['DELIVRD', 'FAILED', 'DELIVRD']) {
      await reports.receive({ body: { ...REPORT, status } });
    }
    const points = await telemetry.points();
    const states = points['sms.reports']?.map(({ attributes, value }) => [
      attributes['sms.delivery.state'],
      value,
    ]);
    expect(states).toEqual([
      ['delivered', 2],
      ['failed', 1],
    ]);
  });

  it('are in reports$, which leaves what a subscriber throws to RxJS, and ends with the app', async () => {
    const { app, reports } = await open();
    const unhandled: unknown[] = [];
    config.onUnhandledError = (error) => unhandled.push(error);
    afterThisTest(() => {
      config.onUnhandledError = null;
    });
    const seen: string[] = [];
    reports.reports$.subscribe(() => {
      throw new Error('boom');
    });
    reports.reports$.pipe(filter(({ state }) => state === 'delivered')).subscribe({
      next: ({ recipient }) => void seen.push(recipient),
      complete: () => void seen.push('complete'),
    });
    await reports.receive({ body: { ...REPORT, status: 'DELIVRD' } });
    expect(app.get(Audit).reports).toEqual(['delivered']);
    await app.close();
    expect(seen).toEqual([NUMBER, 'complete']);
    await eventually(() => unhandled.length === 1);
  });
});
