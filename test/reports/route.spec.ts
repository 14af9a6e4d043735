import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
  VersioningType,
} from '@nestjs/common';
import { APP_GUARD, ModuleRef, Reflector } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  getSmsReportsToken,
  OnSmsReport,
  type SmsReport,
  type SmsReports,
  SmsReportsModule,
} from '../../lib/extras/reports/index.js';
import { attachStore } from '../../lib/extras/reports/report-keeper.js';
import { GatewaySimulator } from '../../simulator/index.js';
import { NUMBER, openAccount, PASSWORD, PASSWORD_AUTH, USER } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';
import {
  accountOf,
  openReports,
  PATH,
  post,
  type ReportsSetup,
  SECRET,
  TRANSACTION,
} from './open-reports.js';

const REPORT = { transId: TRANSACTION, mobile: NUMBER, status: 'DELIVRD' };
const FORM = new URLSearchParams(REPORT);

@Injectable()
class Inbox {
  readonly seen: SmsReport[] = [];

  @OnSmsReport()
  keep(report: SmsReport): void {
    this.seen.push(report);
  }
}

async function open(setup: ReportsSetup = {}) {
  const opened = await openReports({ providers: [Inbox], ...setup });
  return { ...opened, seen: opened.app.get(Inbox).seen };
}

const adapters = [
  ['Express', () => undefined],
  ['Fastify', () => new FastifyAdapter()],
] as const;

describe.each(adapters)('the route on %s', (_name, adapter) => {
  const openHere = (setup: ReportsSetup = {}) => {
    const given = adapter();
    return open({ ...setup, ...(given && { adapter: given }) });
  };

  it('takes forms, JSON, lists and GET, and answers 200 without a body', async () => {
    const { url, seen } = await openHere();
    const answer = await fetch(`${url}/${PATH}`, { method: 'POST', body: FORM });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(200);
    expect(await post(`${url}/${PATH}`, [REPORT, REPORT])).toBe(200);
    expect((await fetch(`${url}/${PATH}?${FORM}`)).status).toBe(200);
    expect(seen).toHaveLength(5);
    for (const report of seen) {
      expect(report).toMatchObject({ transactionId: TRANSACTION, state: 'delivered' });
    }
  });

  it('answers 404 to a wrong secret, to no secret, and to other methods', async () => {
    const { url, seen, log } = await openHere();
    for (const secret of ['x', `${SECRET}0`, SECRET.slice(1), SECRET.toUpperCase(), '']) {
      expect(await post(`${url}/sms-reports/${secret}`, REPORT)).toBe(404);
    }
    expect((await fetch(`${url}/${PATH}`, { method: 'PUT' })).status).toBe(404);
    expect(seen).toEqual([]);
    expect(log.join()).toContain('A delivery report was refused by the option path.');
    expect(log.join()).not.toContain(SECRET.slice(1));
  });

  it('answers 404 to a missing or wrong header', async () => {
    const header = { name: 'X-Report-Key', value: 'open sesame' };
    const { url, seen, log } = await openHere({ reports: { path: PATH, header } });
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(404);
    expect(await post(`${url}/${PATH}`, REPORT, { 'x-report-key': 'open' })).toBe(404);
    expect(seen).toEqual([]);
    expect(log.join()).toContain('A delivery report was refused by the option header.');
    expect(log.join()).not.toContain('sesame');
    expect(await post(`${url}/${PATH}`, REPORT, { 'x-report-key': 'open sesame' })).toBe(200);
  });

  it('answers 404 to addresses that are not in allowFrom, whatever their headers claim, and takes reports from the others', async () => {
    const { url, seen } = await openHere({
      reports: { path: PATH, allowFrom: ['203.0.113.0/24', '2001:db8::/32'] },
    });
    const claim = { 'x-forwarded-for': '203.0.113.7' };
    expect(await post(`${url}/${PATH}`, REPORT, claim)).toBe(404);
    expect(seen).toEqual([]);
    const local = await openHere({ reports: { path: PATH, allowFrom: ['127.0.0.1'] } });
    expect(await post(`${local.url}/${PATH}`, REPORT)).toBe(200);
  });

  it('works under a global prefix, with versioning in the path', async () => {
    const { url } = await openHere({
      prepare: (app) => {
        app.setGlobalPrefix('api');
        app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
      },
    });
    expect(await post(`${url}/api/${PATH}`, REPORT)).toBe(200);
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(404);
  });

  it('answers 413 to 10 MB, and 400 to what it cannot read, with nothing kept', async () => {
    const { url, seen } = await openHere();
    expect(await post(`${url}/${PATH}`, { ...REPORT, more: 'x'.repeat(10_000_000) })).toBe(413);
    expect(await post(`${url}/${PATH}`, '{"mobile":')).toBe(400);
    expect(await post(`${url}/${PATH}`, '{"__proto__":{"mobile":"919876543210"}}')).toBe(400);
    expect(await post(`${url}/${PATH}`, [1, null, 'x'])).toBe(400);
    expect((await fetch(`${url}/${PATH}`)).status).toBe(400);
    expect(seen).toEqual([]);
  });

  it('reads every digit of JSON numbers if the app keeps raw bodies', async () => {
    const text = `{"transId":${TRANSACTION},"mobile":${NUMBER},"status":"DELIVRD"}`;
    const raw = await openHere({ app: { rawBody: true } });
    expect(await post(`${raw.url}/${PATH}`, text)).toBe(200);
    expect(await post(`${raw.url}/${PATH}`, FORM)).toBe(200);
    expect(raw.seen.map(({ transactionId }) => transactionId)).toEqual([TRANSACTION, TRANSACTION]);
    const parsed = await openHere();
    expect(await post(`${parsed.url}/${PATH}`, text)).toBe(200);
    expect(parsed.seen[0]?.transactionId).toBeUndefined();
  });
});

const down = () => Promise.reject(new Error('down'));

describe('the route', () => {
  it('trusts the address that a trusted proxy reports', async () => {
    const { url } = await open({
      reports: { path: PATH, allowFrom: ['203.0.113.0/24', '2001:db8::/32'] },
      prepare: (app) => void app.getHttpAdapter().getInstance().set('trust proxy', 'loopback'),
    });
    const from = (address: string) =>
      post(`${url}/${PATH}`, REPORT, { 'x-forwarded-for': address });
    expect(await from('203.0.113.7')).toBe(200);
    expect(await from('::ffff:203.0.113.7')).toBe(200);
    expect(await from('2001:db8:1::7')).toBe(200);
    // As some proxies write it.
    expect(await from('203.0.113.7:51234')).toBe(200);
    expect(await from('[2001:db8::7]:443')).toBe(200);
    expect(await from('[2001:db8::7]')).toBe(200);
    expect(await from('203.0.114.7')).toBe(404);
    expect(await from('203.0.114.7:51234')).toBe(404);
    expect(await from('hello')).toBe(404);
  });

  it('does not trust a request whose controller passes no address', async () => {
    const { reports, seen } = await open({ reports: { allowFrom: ['0.0.0.0/0', '::/0'] } });
    await expect(reports.receive({ body: REPORT })).rejects.toMatchObject({ status: 404 });
    expect(seen).toEqual([]);
    for (const ip of ['203.0.113.7', '::ffff:203.0.113.7:51234', 'fe80::1%eth0']) {
      await reports.receive({ body: REPORT, ip });
    }
    expect(seen).toHaveLength(3);
  });

  it('is closed by a global guard, and opened by the decorator that this guard knows', async () => {
    @Injectable()
    class Login implements CanActivate {
      constructor(private readonly reflector: Reflector) {}
      canActivate(context: ExecutionContext): boolean {
        return this.reflector.get<boolean>('isPublic', context.getClass()) ?? false;
      }
    }
    const providers = [Inbox, { provide: APP_GUARD, useClass: Login }];
    const closed = await open({ providers });
    expect(await post(`${closed.url}/${PATH}`, REPORT)).toBe(403);
    const decorators = [SetMetadata('isPublic', true)];
    const opened = await open({ providers, reports: { path: PATH, decorators } });
    expect(await post(`${opened.url}/${PATH}`, REPORT)).toBe(200);
  });

  it('takes guards of its own, which Nest creates', async () => {
    @Injectable()
    class Knocked implements CanActivate {
      constructor(private readonly reflector: Reflector) {}
      canActivate(context: ExecutionContext): boolean {
        const { headers } = context.switchToHttp().getRequest();
        return this.reflector !== undefined && headers['x-knock'] === 'twice';
      }
    }
    const { url } = await open({ reports: { path: PATH, decorators: [UseGuards(Knocked)] } });
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(403);
    expect(await post(`${url}/${PATH}`, REPORT, { 'x-knock': 'twice' })).toBe(200);
  });

  it('does not exist in a test that replaces SmsReports', async () => {
    const module = await Test.createTestingModule({
      imports: [accountOf(), SmsReportsModule.forRoot({ path: PATH })],
    })
      .overrideProvider(getSmsReportsToken())
      .useValue({ lookup: () => [] })
      .compile();
    const app = module.createNestApplication({ logger: false });
    await app.listen(0, '127.0.0.1');
    afterThisTest(() => app.close());
    expect(await post(`${await app.getUrl()}/${PATH}`, REPORT)).toBe(404);
  });

  it('may begin with a slash and have several parts', async () => {
    const { url, seen } = await open({ reports: { path: `/hooks/sms/${SECRET}` } });
    expect(await post(`${url}/hooks/sms/${SECRET}`, REPORT)).toBe(200);
    expect(seen).toHaveLength(1);
  });

  it('does not exist without the option path', async () => {
    const { url, reports, seen } = await open({ reports: {} });
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(404);
    await reports.receive({ query: REPORT });
    expect(seen).toHaveLength(1);
  });

  it('answers 200 only after every handler and the store are done', async () => {
    const latch = new Latch();
    const steps: string[] = [];
    @Injectable()
    class Slow {
      @OnSmsReport()
      async keep(): Promise<void> {
        steps.push('handler');
        await latch.opened;
        steps.push('handler done');
      }
    }
    const { app, url } = await open({ providers: [Slow, Inbox] });
    for (const name of ['default', 'marketing']) {
      const keep = async (reports: readonly SmsReport[]) =>
        void steps.push(`store of ${name}: ${reports.length}`);
      attachStore(app.get(ModuleRef), name, { keep });
    }
    // That of a failover, for example.
    const keep = async () => void steps.push('another store');
    attachStore(app.get(ModuleRef), 'default', { keep });
    const answer = post(`${url}/${PATH}`, REPORT).then((status) => steps.push(String(status)));
    await eventually(() => steps.includes('handler'));
    latch.open();
    await answer;
    const kept = ['store of default: 1', 'another store'];
    expect(steps).toEqual([...kept, 'handler', 'handler done', '200']);
  });

  it('answers 503 if a handler or the store fails, after the other handlers', async () => {
    @Injectable()
    class Broken {
      fails = true;
      @OnSmsReport()
      keep(): void {
        if (this.fails) throw new Error('boom');
      }
    }
    const { app, url, seen, log } = await open({ providers: [Broken, Inbox] });
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(503);
    expect(log.join('\n')).toContain('The @OnSmsReport handler Broken.keep failed.');
    app.get(Broken).fails = false;
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(200);
    attachStore(app.get(ModuleRef), 'default', { keep: down });
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(503);
    expect(seen).toHaveLength(3);
  });

  it('takes the reports of each of several accounts, whose options may come from a factory', async () => {
    const { app, url } = await openReports({
      imports: [
        accountOf({ name: 'marketing' }),
        SmsReportsModule.forRootAsync({
          name: 'marketing',
          useFactory: async () => ({ path: `sms-reports/marketing/${SECRET}` }),
        }),
      ],
    });
    const seen: string[] = [];
    for (const name of ['default', 'marketing']) {
      const reports = app.get<SmsReports>(getSmsReportsToken(name));
      reports.reports$.subscribe(({ account: from }) => void seen.push(`${name} ${from}`));
    }
    expect(await post(`${url}/${PATH}`, REPORT)).toBe(200);
    expect(await post(`${url}/sms-reports/marketing/${SECRET}`, REPORT)).toBe(200);
    expect(seen).toEqual(['default default', 'marketing marketing']);
  });

  it.each(['form', 'json'] as const)(
    'takes the reports that the simulator pushes as %s, with their time and a failure',
    async (reportFormat) => {
      const { url, seen } = await open({
        reports: { path: PATH, timeZone: 'Asia/Kolkata' },
      });
      const gateway = await GatewaySimulator.start({
        reportUrl: `${url}/${PATH}`,
        reportFormat,
        deliveryDelay: 0,
        userId: USER,
        password: PASSWORD,
        timeZone: 'Asia/Kolkata',
      });
      afterThisTest(() => gateway.close());
      gateway.faults.next('delivery-failed', { numbers: ['919876543211'] });
      const { sms } = await openAccount({ baseUrl: gateway.url, auth: PASSWORD_AUTH });
      const { transactionId } = await sms.send({ to: [NUMBER, '919876543211'], text: 'hello' });
      await eventually(() => seen.length === 2);
      const byNumber = seen.toSorted((a, b) => a.recipient.localeCompare(b.recipient));
      expect(byNumber).toMatchObject([
        { transactionId, recipient: NUMBER, state: 'delivered', code: '0' },
        { transactionId, recipient: '919876543211', state: 'failed', code: '001' },
      ]);
      expect(Math.abs((byNumber[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    },
  );
});
