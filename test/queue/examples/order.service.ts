import { Injectable } from '@nestjs/common';
import { SmsQueue } from 'nestjs-sms-gateway/queue';
import { DataSource } from 'typeorm';

@Injectable()
export class OrderService {
  constructor(
    private readonly db: DataSource,
    private readonly queue: SmsQueue,
  ) {}

  async place(item: string, phone: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      const sql = 'insert into orders (item, phone) values ($1, $2) returning id';
      const [order] = await manager.query(sql, [item, phone]);
      await this.queue.add(
        { to: phone, text: 'Thank you for your order.' },
        {
          key: `order-${order.id}-placed`,
          transaction: (text, values) => manager.query(text, values),
        },
      );
      const take = 'update items set stock = stock - 1 where name = $1 and stock > 0';
      const [, taken] = await manager.query(take, [item]);
      if (taken === 0) throw new Error('Sold out');
    });
  }
}
