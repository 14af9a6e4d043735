import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';

const to = '+44 7700 900123';

class Reminders {
  constructor(sms) {
    this.sms = sms;
  }

  async send(number, code) {
    await this.sms.send({ to: number, text: `Your code is still ${code}` });
  }
}

const reminders = {
  provide: Reminders,
  useFactory: (sms) => new Reminders(sms),
  inject: [SmsService],
};

describe('reminders, in memory', () => {
  let moduleRef;
  let sms;

  before(async () => {
    moduleRef = await Test.createTestingModule({
      imports: [SmsTestingModule.forRoot()],
      providers: [reminders],
    }).compile();
    sms = moduleRef.get(SmsTestingService);
  });

  beforeEach(() => sms.clear());
  after(() => moduleRef.close());

  it('repeats the code', async () => {
    await moduleRef.get(Reminders).send(to, '482913');
    assert.equal(await sms.otp({ to }), '482913');
  });

  it('reports that the code may have been sent', async () => {
    sms.failNext('unknown');
    await assert.rejects(moduleRef.get(Reminders).send(to, '482913'), { outcome: 'unknown' });
  });
});

describe('reminders, end to end', () => {
  let gateway;
  let moduleRef;

  before(async () => {
    gateway = await GatewaySimulator.start();
    moduleRef = await Test.createTestingModule({
      imports: [
        SmsGatewayModule.forRoot({
          baseUrl: gateway.url,
          auth: { method: 'token', userId: 'demo', password: 'demo-password' },
        }),
      ],
      providers: [reminders],
    }).compile();
    await moduleRef.init();
  });

  after(async () => {
    await moduleRef.close();
    await gateway.close();
  });

  it('repeats the code', async () => {
    await moduleRef.get(Reminders).send(to, '482913');
    assert.equal(await gateway.otp({ to }), '482913');
  });
});
