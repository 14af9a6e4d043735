import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

/** The body of a request. Its shape is checked here, the numbers by the package. */
export class SendSmsDto {
  @ApiProperty({
    description: 'One or more mobile numbers, with their country prefix.',
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    example: '+91 98765 43210',
  })
  @IsString({ each: true })
  @IsNotEmpty()
  to!: string | string[];

  @ApiProperty({ description: 'The text to send.', example: 'Your order 42 is on its way.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(2000)
  text!: string;

  @ApiPropertyOptional({ description: 'The sender identifier.', example: 'SAMPLE' })
  @IsOptional()
  @IsString()
  senderId?: string;
}
