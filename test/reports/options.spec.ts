import { type DynamicModule, Injectable, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsFailoverModule, SmsGatewayModule } from '../../lib/index.js';
import {
  OnSmsReport,
  SmsReportsModule,
  type SmsReportsModuleOptions,
} from '../../lib/extras/reports/index.js';
import { accountOf, PATH, SECRET } from './open-reports.js';
import { problemOf } from '../support/problem-of.js';

const account = (name?: string) => accountOf({ name });

@Injectable()
class OfEvery {
  @OnSmsReport()
  keep(): void {}
}

@Injectable()
class OfMarketing {
  @OnSmsReport({ account: 'marketing' })
  keep(): void {}
}

const providing = (provider: Type): DynamicModule => ({ module: provider, providers: [provider] });

describe('SmsGatewayModule refuses', () => {
  it('a handler of reports without SmsReportsModule', async () => {
    const problem =
      'The @OnSmsReport handler OfEvery.keep would never be called, because no SmsReportsModule is registered. Register SmsReportsModule.forRoot()';
    expect(await problemOf(account(), providing(OfEvery))).toContain(problem);
    expect(await problemOf(SmsGatewayModule.forTenants(), providing(OfEvery))).toContain(problem);
  });

  it('a handler of the reports of an account without SmsReportsModule, or that does not exist', async () => {
    const reports = SmsReportsModule.forRoot();
    const handler = providing(OfMarketing);
    const problem =
      "OfMarketing.keep would never be called, because no SmsReportsModule is registered for the account 'marketing'. Register SmsReportsModule.forRoot({ name: 'marketing' })";
    expect(await problemOf(account(), reports, handler)).toContain(problem);
    expect(await problemOf(account(), account('marketing'), reports, handler)).toContain(problem);
  });

  it('no handler if its SmsReportsModule has no path', async () => {
    const both = [account(), SmsReportsModule.forRoot()];
    const marketing = [account('marketing'), SmsReportsModule.forRoot({ name: 'marketing' })];
    const module = await Test.createTestingModule({
      imports: [...both, ...marketing, providing(OfEvery), providing(OfMarketing)],
    }).compile();
    await expect(module.init()).resolves.toBe(module);
    await module.close();
  });
});

describe('SmsReportsModule refuses', () => {
  it.each([
    ['path', SECRET, 'path does not end in a secret of at least 16'],
    ['path', `sms-reports/${SECRET.slice(1)}`, 'path does not end in a secret of at least 16'],
    ['path', `sms reports/${SECRET}`, 'path does not end in a secret'],
    ['path', `sms-reports/:id${SECRET}`, 'path does not end in a secret'],
    ['path', 5, 'path is not valid. Provide a route that ends in a secret'],
    ['header', 'x-key', "header is not valid. Provide an object like { name: 'x-report-key'"],
    ['header', { name: 'x key', value: SECRET }, 'header.name is not the name of a header.'],
    ['header', { name: 'x-key', value: '' }, 'header.value is empty.'],
    [
      'header',
      { name: 'x-key', value: `two\nlines` },
      'header.value cannot be the value of a header',
    ],
    ['allowFrom', [], 'allowFrom is not valid. Provide an array of addresses and ranges like'],
    ['allowFrom', '127.0.0.1', 'allowFrom is not valid'],
    ['allowFrom', ['127.0.0.1', 5], 'allowFrom is not valid'],
    ['allowFrom', ['203.0.113'], 'allowFrom is not valid'],
    ['allowFrom', ['203.0.113.0/33'], 'allowFrom is not valid'],
    ['allowFrom', ['203.0.113.0/'], 'allowFrom is not valid'],
    ['allowFrom', ['portal.example.com'], 'allowFrom is not valid'],
    ['fields', { number: ['to'] }, 'fields'],
    ['fields', { recipient: 'to' }, 'fields.recipient is not valid. Provide an array of names'],
    ['states', { '000': 'DELIVRD' }, "is not valid. Provide 'pending' or 'delivered'"],
    ['states', { Sent: 'pending', SENT: 'failed' }, 'states has the same word twice'],
    [
      'timeZone',
      'Mars/Base',
      'timeZone is not valid. Provide an IANA time zone that this Node.js knows',
    ],
    ['lookup', '/SMSApi', 'lookup is not valid. Provide an object like { path }.'],
    [
      'lookup',
      { path: 'SMSApi' },
      "lookup.path is not valid. Provide a path like '/SMSApi/report/status'.",
    ],
    ['lookup', { path: '/SMSApi?x=1' }, 'lookup.path is not valid. Provide a path like'],
    ['lookup', { days: 0 }, 'lookup.days is too small. Provide a whole number from 1 to 366'],
    ['find', { path: 'SMSApi' }, 'find.path is not valid. Provide a path like'],
    ['find', { limit: 0.5 }, 'find.limit is not valid. Provide a whole number from 1 to 100000'],
    ['find', { days: 3 }, 'find.days is not a known option'],
    ['paths', 'x', 'paths is not a known option.'],
    ['name', '', 'name is empty'],
    ['decorators', ['x'], 'decorators'],
  ])('an invalid %s (%j), and shows no secret', async (name, value, problem) => {
    const options = { [name]: value } as SmsReportsModuleOptions;
    const text = await problemOf(account(), SmsReportsModule.forRoot(options));
    expect(text).toContain(problem);
    expect(text).not.toContain(SECRET);
  });

  it('reports of an account that is not registered, or of a failover', async () => {
    const reports = SmsReportsModule.forRoot({ name: 'marketing' });
    expect(await problemOf(account(), reports)).toContain(
      "SmsReportsModule cannot use the account 'marketing': no SmsGatewayModule is registered with this name. The names that are registered: 'default'.",
    );
    const failover = SmsFailoverModule.forRoot({ name: 'both', accounts: ['default', 'backup'] });
    const both = SmsReportsModule.forRoot({ name: 'both' });
    expect(await problemOf(account(), account('backup'), failover, both)).toContain('a failover');
  });

  it('reports that are registered twice, and two routes that differ only in their secret', async () => {
    const twice = [1, 2].map(() => SmsReportsModule.forRoot({}));
    expect(await problemOf(account(), ...twice)).toContain(
      'an SmsReports is registered 2 times without a name',
    );
    const other = SmsReportsModule.forRoot({ name: 'b', path: `sms-reports/${SECRET}x` });
    const both = [account(), account('b'), SmsReportsModule.forRoot({ path: PATH }), other];
    const text = await problemOf(...both);
    expect(text).toContain('is the same as that of another account, apart from the secret');
    expect(text).not.toContain(SECRET);
  });

  it('a forRootAsync without options', async () => {
    expect(await problemOf(account(), SmsReportsModule.forRootAsync({} as never))).toContain(
      'SmsReportsModule.forRootAsync has an invalid argument. It needs exactly one of useFactory, useClass, useExisting',
    );
  });
});
