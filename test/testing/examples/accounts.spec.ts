import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { getSmsServiceToken, InjectSms, SmsGatewayModule, SmsService } from 'nestjs-sms-gateway';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';

const to = '+44 7700 900123';

@Injectable()
class Campaign {
  constructor(@InjectSms('marketing') private readonly sms: SmsService) {}

  async send(recipients: readonly string[]): Promise<void> {
    await this.sms.broadcast({ text: 'Sale: 20 % off' }, recipients).finish();
  }
}

@Module({
  imports: [
    SmsGatewayModule.forRoot({
      name: 'marketing',
      baseUrl: 'https://sms.example.com',
      auth: { method: 'apiKey', userId: 'u', apiKey: 'k' },
    }),
  ],
  providers: [Campaign],
})
class CampaignModule {}

describe('a named account', () => {
  it('is registered by its name', async () => {
    const moduleRef = await Test.createTestingModule({
      imports: [SmsTestingModule.forRoot({ name: 'marketing' })],
      providers: [Campaign],
    }).compile();
    const marketing = moduleRef.get<SmsTestingService>(getSmsServiceToken('marketing'));

    await moduleRef.get(Campaign).send([to]);
    expect(marketing.expectSent({ to }).segments.count).toBe(1);
  });

  it('is overridden by its token', async () => {
    const marketing = new SmsTestingService({ name: 'marketing' });
    const moduleRef = await Test.createTestingModule({ imports: [CampaignModule] })
      .overrideProvider(getSmsServiceToken('marketing'))
      .useValue(marketing)
      .compile();

    await moduleRef.get(Campaign).send([to]);
    expect(marketing.sent).toHaveLength(1);
  });
});
