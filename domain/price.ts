import type { Price } from './funnels/define-funnel.ts'

/** One flat price for all matters, in integer cents including VAT (specification part 1, 1 and DESIGN 10.3). */
export const price: Price = { premium: 4999, vip: 7999 }
