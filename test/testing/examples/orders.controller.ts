// src/orders.controller.ts
import { Body, Controller, HttpCode, Param, Post, UseFilters } from '@nestjs/common';
import { SmsExceptionFilter, SmsGatewayError, SmsService } from 'nestjs-sms-gateway';

@Controller('orders')
@UseFilters(SmsExceptionFilter)
export class OrdersController {
  constructor(private readonly sms: SmsService) {}

  @Post(':id/shipped')
  @HttpCode(200)
  async shipped(@Param('id') id: string, @Body('to') to: string) {
    const text = `Your order ${id} is on its way.`;
    try {
      const receipt = await this.sms.send({ to, text });
      return { outcome: 'accepted', transactionId: receipt.transactionId };
    } catch (error) {
      if (!(error instanceof SmsGatewayError) || error.outcome !== 'unknown') throw error;
      // It may have been sent, so do not send it again. Let someone look it up.
      return { outcome: 'unknown' };
    }
  }
}
