import { alerts } from './alerts.ts'
import { annotations } from './annotations.ts'
import { attribution, models } from './attribution.ts'
import type { Report } from '#service/reports/define/report.ts'
import { choices } from './choices.ts'
import { cohorts } from '#service/reports/goals/cohorts.ts'
import { conversions } from '#service/reports/conversions/conversions.ts'
import { deliveries, delivery } from './deliveries.ts'
import { breakdown, dropOff, fields, silent, trend } from './drop-off.ts'
import { experiments } from '#service/reports/experiments/experiments.ts'
import { variants } from '#service/reports/experiments/recorded-variants.ts'
import { fulfilment } from './fulfilment.ts'
import { inbox } from '#service/reports/inbox/inbox.ts'
import { goals } from '#service/reports/goals/goals.ts'
import { live } from './live.ts'
import { moment } from './moment.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { overview } from './overview.ts'
import { paths } from './paths.ts'
import { quality } from './quality.ts'
import { rejections } from './rejections.ts'
import { roas } from '#service/reports/costs/roas.ts'
import { run } from './run.ts'
import { runs } from './runs.ts'

/** All reports of the service; the routes and the OpenAPI document are derived from this list. */
export const allReports: readonly Report[] = [
  overview,
  live,
  dropOff,
  trend,
  breakdown,
  fields,
  silent,
  choices,
  attribution,
  models,
  paths,
  roas,
  conversions,
  orders,
  fulfilment,
  cohorts,
  goals,
  experiments,
  variants,
  deliveries,
  delivery,
  runs,
  run,
  quality,
  rejections,
  moment,
  annotations,
  alerts,
  inbox,
  notices,
]
