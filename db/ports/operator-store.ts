import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'
import type { OrderWork } from '#domain/orders/order-work.ts'
import type { DeclaredOrder, OrderRow } from './projection-store.ts'

/** What an operator did. Contains no data of customers: the order is named by its id. */
export interface AuditEntry {
  /** ms since the epoch */
  at: number
  /** Name with which the operator logged in. */
  operator: string
  /** What was done, for example `view-order` or `refunded`. */
  action: string
  /** Id of the order; null if the action concerns none. */
  orderId: string | null
  /** More about the action, for example the kind of the document; null if there is nothing to add. */
  detail: string | null
}

export interface WorkQuery {
  work: OrderWork
  limit: number
}

export type WorkRow = Pick<
  OrderRow,
  'orderId' | 'number' | 'runId' | 'funnel' | 'at' | 'priceCents' | 'status'
>

/** The last time at which an operator printed the letter of an order. */
export type PrintedLetter = Pick<AuditEntry, 'at' | 'operator'> & { orderId: string }

export interface HeldBack {
  kind: LimitedKind
  count: number
}

/** Actions of the audit by which a letter is printed: on the operators' page and by `npm run orders`. */
export const printActions = ['print-letter', 'print'] as const

/**
 * Reads that concern no single order and are recorded often: operators search and look at requests all day, platforms
 * fetch files every few hours. They would push the changes of rights out of the list of the last entries.
 */
export const frequentReads = ['search', 'view-requests', 'conversion-file'] as const

/** Selects entries of the audit that concern no order. */
export interface StaffAuditQuery {
  /** Exact `operator` of the entries. */
  operator?: string | undefined
  /** Exact action; without it, `frequentReads` are left out. */
  action?: string | undefined
  /** Id of an entry; only older ones are returned. */
  before?: number | undefined
  limit: number
}

export type StaffAuditEntry = Omit<AuditEntry, 'orderId'> & { id: number }

/** Attempts to log in, or with a token, that were refused. */
export interface Refusals extends Pick<AuditEntry, 'at' | 'operator' | 'action'> {
  /** Start of the hour whose attempts are counted in one entry, in ms since the epoch. */
  hour: number
  count: number
}

/** The operators' queue, and the record of what they did. */
export interface OperatorStore {
  /**
   * Returns orders with this work from the live projections: those with the highest price first, which are the VIP
   * orders, and among them those with the oldest order first.
   */
  work(query: WorkQuery): Promise<WorkRow[]>
  /** Returns the number of orders per kind of work; zeros are left out. */
  countWork(): Promise<{ work: OrderWork; count: number }[]>
  /**
   * Returns orders of excluded runs with something to do, those with the oldest order first. They have no row in the
   * projections, so they are selected by the events of their runs: they are paid or a withdrawal is declared, and they
   * are neither refunded nor sent without a later withdrawal or failure. Some may have nothing to do; fold them to know.
   */
  excludedWork(limit: number): Promise<DeclaredOrder[]>
  /** Returns the last print of each letter. Orders whose letter was not printed are left out. */
  printed(orderIds: readonly string[]): Promise<PrintedLetter[]>
  /**
   * Returns the number of e-mails that wait because of a limit (see `emailLimits`), by kind; zeros are left out. An order
   * confirmation also waits if its client has placed too many orders.
   */
  heldBack(now: number): Promise<HeldBack[]>
  /** Records what an operator did. */
  audit(entry: AuditEntry): Promise<void>
  /** Returns what operators did with an order, newest first. */
  auditOf(orderId: string, limit: number): Promise<AuditEntry[]>
  /** Returns the entries that concern no order, newest first. */
  auditOfStaff(query: StaffAuditQuery): Promise<StaffAuditEntry[]>
  /** Returns the operators and the actions of all entries that concern no order, sorted, at most `limit` of each. */
  auditFilters(limit: number): Promise<{ operators: string[]; actions: string[] }>
  /** Returns the last entry of the action `conversion-file` whose detail is the file, or begins with it and a space. */
  lastFetch(file: string): Promise<Omit<StaffAuditEntry, 'id' | 'action'> | undefined>
  /** Adds refused attempts to the entry of their operator, action and hour, whose detail is their number. */
  auditRefusals(refusals: Refusals): Promise<void>
  /** Removes the oldest entries of the audit from before `until`; returns their number. */
  expireAudit(until: number, limit: number): Promise<number>
}
