import { Test, type TestingModule } from '@nestjs/testing';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
import { SmsController } from '../src/sms.controller.js';

const to = '+91 98765 43210';

// A part of the app, with SmsTestingModule in place of SmsGatewayModule.
describe('SmsController', () => {
  let moduleRef: TestingModule;
  let controller: SmsController;
  let sms: SmsTestingService;

  beforeEach(async () => {
    moduleRef = await Test.createTestingModule({
      imports: [SmsTestingModule.forRoot({ defaults: { senderId: 'SAMPLE' } })],
      controllers: [SmsController],
    }).compile();
    controller = moduleRef.get(SmsController);
    sms = moduleRef.get(SmsTestingService);
  });

  afterEach(() => moduleRef.close());

  it('sends what is posted, and answers with the receipt', async () => {
    const receipt = await controller.send({ to, text: 'Your code is 482913' });
    expect(receipt).toEqual(sms.expectSent({ to, text: /code/, senderId: 'SAMPLE' }).receipt);
    expect(await sms.otp({ to })).toBe('482913');
  });

  it('says which of several numbers were rejected', async () => {
    sms.rejectNumbers('919876543211');
    const receipt = await controller.send({ to: [to, '919876543211'], text: 'Hello' });
    expect(receipt).toMatchObject({ accepted: ['919876543210'], rejected: ['919876543211'] });
  });

  it('leaves errors to the filter', async () => {
    sms.failNext('rejected', { statusCode: '203', reason: 'Sender id is invalid' });
    const sending = controller.send({ to, text: 'Hello' });
    await expect(sending).rejects.toMatchObject({ code: 'rejected', outcome: 'not-sent' });
    sms.expectNothingSent();
  });
});
