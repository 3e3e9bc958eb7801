import type { z } from 'zod'

/**
 * Contract between the service and the page of a report: path, parameters and response of its endpoint. The service
 * uses the contract to validate requests and to generate the API description; the page uses it to parse the response.
 */
export interface ReportContract<
  Query extends z.ZodObject = z.ZodObject,
  Shape extends z.ZodObject = z.ZodObject,
> {
  /** Path below `/api/reports/`. A name in braces is a parameter: `runs/{runId}`. */
  path: string
  query: Query
  shape: Shape
}

type Value = string | number

type OptionalNames<Input> = {
  [Name in keyof Input]: undefined extends Input[Name] ? Name : never
}[keyof Input]

/** Parameters of a request made by a page. The compiler checks their names; the service validates their values. */
export type ReportParams<Query extends z.ZodObject = z.ZodObject> = {
  readonly [Name in Exclude<keyof z.input<Query>, OptionalNames<z.input<Query>>>]: Value
} & { readonly [Name in OptionalNames<z.input<Query>>]?: Value | undefined }

export type ParamsOf<Contract extends ReportContract> = ReportParams<Contract['query']>

/** Returns the path of a request below `/api/reports/`. `format` is a file extension, for example `.csv`. */
export function reportPath(
  { path }: Pick<ReportContract, 'path'>,
  params: Readonly<Record<string, Value | undefined>>,
  format = '',
): string {
  const inPath = new Set<string>()
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(params[name]))
  })
  const inQuery = Object.entries(params).filter(([name, value]) => value !== undefined && !inPath.has(name))
  const query = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)]))
  return `${filled}${format}${query.size > 0 ? `?${query}` : ''}`
}
