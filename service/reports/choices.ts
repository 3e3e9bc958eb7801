import { choicesCsv } from '#domain/reports/choices/csv.ts'
import { choicesKinds, choicesReport } from '#domain/reports/choices/compute.ts'
import { choicesContract, comparedDimensions } from '#domain/reports/choices/shape.ts'
import { endKinds } from '#domain/reports/counted-runs.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { countRuns } from '#service/reports/read/count-runs.ts'

export const choices = defineReport({
  contract: choicesContract,
  summary: 'Choices after which visitors leave more often than after others, and what they probably cost',
  past: true,
  read: async ({ reports }, query) => {
    const counted = await countRuns(reports, query, { by: ['day', 'device'], kinds: choicesKinds })
    // A filtered dimension has only one value.
    const others = comparedDimensions.filter((by) => query[by] === undefined)
    const dimensions = await Promise.all(
      others.map(async (by) => {
        const { groups } = await reports.counts({ ...counted.selected, by: ['day', by], kinds: endKinds })
        return { by, groups }
      }),
    )
    return { ...counted, dimensions }
  },
  compute: ({ about, steps, funnel, groups, dimensions }) =>
    choicesReport(about, { funnel, steps }, { choices: groups, dimensions }),
  csv: {
    fileName: ({ funnel, from, to }) => `drop-off-choices-${funnel}-${from}-${to}`,
    table: choicesCsv,
  },
})
