import { type OrderWork, orderWorks } from '#domain/orders/order-work.ts'

const one = `(${orderWorks.join('|')})`

/** Pattern of the parameter that selects orders by what is left to do for them, such as `decide,send`. */
export const worksPattern = new RegExp(`^${one}(,${one}){0,${orderWorks.length - 1}}$`)

/** Returns the kinds of work in a text of this pattern. */
export function readWorks(text: string): OrderWork[] {
  return orderWorks.filter((work) => text.split(',').includes(work))
}

export const writeWorks = (works: readonly OrderWork[]) => works.join(',')
