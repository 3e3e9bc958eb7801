import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { countObstacles } from '#domain/reports/rejections/compute.ts'
import {
  type ReplayResult,
  type RejectionsReport,
  replayResultSchema,
} from '#domain/reports/rejections/shape.ts'
import { postCommand } from '#web/features/reports/data/get-report.ts'

export type RejectionGroup = RejectionsReport['groups'][number]
export type ReplaySums = Omit<ReplayResult, 'next'>

/**
 * Returns a mutation that replays a group of rejected events batch by batch, then reloads all reports. `done` contains
 * the sums of the finished batches, also if a later batch fails.
 */
export function useReplay(range: { from: string; to: string }) {
  const client = useQueryClient()
  const [done, setDone] = useState<ReplaySums>()
  const mutation = useMutation({
    async mutationFn({ funnel, fields }: Pick<RejectionGroup, 'funnel' | 'fields'>) {
      let sums: ReplaySums = { replayed: 0, duplicates: 0, obstructed: [] }
      setDone(sums)
      let after: string | null = null
      do {
        const body: Record<string, unknown> = { ...range, funnel, fields, ...(after !== null && { after }) }
        const result: ReplayResult = replayResultSchema.parse(
          await postCommand('reports/rejections/replay', body),
        )
        sums = add(sums, result)
        setDone(sums)
        after = result.next
      } while (after !== null)
    },
    onSettled: () => client.invalidateQueries(),
  })
  return { ...mutation, done }
}

function add(one: ReplaySums, other: ReplaySums): ReplaySums {
  return {
    replayed: one.replayed + other.replayed,
    duplicates: one.duplicates + other.duplicates,
    obstructed: countObstacles([...one.obstructed, ...other.obstructed]),
  }
}
