import { ApiProperty } from '@nestjs/swagger';

/** How `SmsReceipt` shows in the API's description. */
export class SmsReceiptDto {
  @ApiProperty({
    description: 'Identifier of the submission, as text.',
    example: '1097965622371110963',
  })
  transactionId!: string;

  @ApiProperty({ description: 'Numbers that the gateway took.', type: [String] })
  accepted!: string[];

  @ApiProperty({ description: 'Numbers that it rejected.', type: [String] })
  rejected!: string[];

  @ApiProperty({ description: 'How the text was split into parts.', type: Object })
  segments!: object;

  @ApiProperty({ description: 'Every field of the answer.', type: Object })
  raw!: object;
}
