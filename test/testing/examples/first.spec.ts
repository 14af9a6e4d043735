import { SmsTestingService } from 'nestjs-sms-gateway/testing';
import { OrdersController } from './orders.controller.js';

it('tells the customer that the order was shipped', async () => {
  const sms = new SmsTestingService();
  await new OrdersController(sms).shipped('42', '+91 98765 43210');
  const { segments } = sms.expectSent({ to: '+91 98765 43210', text: /order 42/ });
  expect(segments.count).toBe(1);
});
