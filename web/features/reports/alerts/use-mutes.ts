import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MuteSubject } from '#domain/operations/alert.ts'
import { inboxContract } from '#domain/reports/inbox/shape.ts'
import { noticesContract } from '#domain/reports/notices/shape.ts'
import { deleteCommand, postCommand } from '#web/features/reports/data/get-report.ts'

interface NewMute {
  subject: MuteSubject
  duration: string
}

/** Returns mutations that mute alerts and end that, then reload the alerts and the number beside the navigation. */
export function useMutes() {
  const client = useQueryClient()
  const onSettled = () =>
    Promise.all(
      [inboxContract, noticesContract].map(({ path }) =>
        client.invalidateQueries({ queryKey: ['report', path] }),
      ),
    )
  return {
    mute: useMutation({
      mutationFn: ({ subject, duration }: NewMute) => postCommand('alerts/mutes', { ...subject, duration }),
      onSettled,
    }),
    unmute: useMutation({ mutationFn: (id: string) => deleteCommand(`alerts/mutes/${id}`), onSettled }),
  }
}
