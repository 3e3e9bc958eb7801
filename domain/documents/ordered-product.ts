import { funnelByType } from '#domain/funnels/index.ts'
import { productName } from './product-name.ts'
import type { Order } from '#domain/orders/evolve-order.ts'

/** Returns the name of the service that was ordered, with the service level if it is not the default one. */
export function orderedProduct({ funnel: type, isVip }: Pick<Order, 'funnel' | 'isVip'>): string {
  const funnel = funnelByType(type)
  return funnel ? productName(funnel, { serviceLevel: isVip ? 'vip' : 'premium' }) : type
}
