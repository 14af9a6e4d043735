import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { SmsReceipt } from 'nestjs-sms-gateway';

/** `SmsReceipt` as Swagger shows it. */
export class SmsReceiptDto implements Record<keyof SmsReceipt, unknown> {
  @ApiProperty({ description: 'The account that it was sent through.', example: 'default' })
  account!: string;

  @ApiProperty({
    description: 'The identifier of the submission.',
    example: '1097965622371110963',
  })
  transactionId!: string;

  @ApiPropertyOptional({ description: 'The identifier of the message, if the gateway gave one.' })
  messageId: string | undefined;

  @ApiProperty({ description: 'The numbers that the gateway accepted.', type: [String] })
  accepted!: string[];

  @ApiProperty({ description: 'The numbers that it rejected.', type: [String] })
  rejected!: string[];

  @ApiProperty({ description: 'The numbers that the option reach kept back.', type: [String] })
  held!: string[];

  @ApiProperty({ description: 'How the text is split into segments.', type: Object })
  segments!: object;

  @ApiProperty({ description: "All fields of the gateway's answer.", type: Object })
  raw!: object;
}
