import { useMutation, useQueryClient } from '@tanstack/react-query'
import { annotationsContract } from '#domain/reports/annotations/shape.ts'
import { deleteCommand, postCommand } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'

/** Returns the annotations of the page's days. */
export function useAnnotations(funnel?: string) {
  const { filters } = useFilters()
  return useReport(annotationsContract, { ...rangeParams(filters), funnel })
}

export interface NewNote {
  title: string
  text?: string
  day: string
  funnel?: string
}

/** Returns mutations that write and remove annotations, then reload them. */
export function useAnnotationCommands() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['report', annotationsContract.path] })
  return {
    add: useMutation({ mutationFn: (note: NewNote) => postCommand('annotations', { ...note }), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => deleteCommand(`annotations/${id}`), onSettled }),
  }
}
