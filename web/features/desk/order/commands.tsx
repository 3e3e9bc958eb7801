import { type FormEvent, useRef, useState } from 'react'
import type { DeskCommand } from '#domain/desk/desk-contract.ts'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { OutcomeLine, type ShownOutcome } from '#web/features/desk/outcome-line.tsx'
import { useCommand } from '#web/features/desk/queries.ts'
import { KeyHint } from '#web/ui/shortcuts/kbd.tsx'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { commandWords } from '#web/features/desk/words/command-words.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'
import { Button } from '#web/ui/button.tsx'
import { CommandForm } from './command-form.tsx'
import { readCommand } from './read-command.ts'

type Name = DeskCommand['command']

/** The commands that the state of the order allows. Choosing one opens its form, so nothing happens by one click. */
export function Commands({ order }: { order: DeskOrder }) {
  const [chosen, setChosen] = useState<Name>()
  const [outcome, setOutcome] = useState<ShownOutcome>()
  const command = useCommand(order.orderId)
  const buttons = useRef<HTMLDivElement>(null)
  const opened = chosen !== undefined && order.commands.includes(chosen) ? chosen : undefined
  const buttonOf = (name: Name) => buttons.current?.querySelector<HTMLElement>(`[data-command=${name}]`)
  useShortcuts({ b: () => buttons.current?.querySelector('button')?.focus() })
  function close() {
    setChosen(undefined)
    if (opened) buttonOf(opened)?.focus()
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!opened || command.isPending) return
    command.mutate(readCommand(opened, new FormData(event.currentTarget)), {
      onSuccess: () => {
        setChosen(undefined)
        setOutcome({ text: `${commandWords[opened]}: erledigt.` })
      },
      onError: (error) => setOutcome({ text: failureText(error), isError: true }),
    })
  }
  return (
    <section aria-label="Befehle" className="grid gap-3">
      {order.commands.length === 0 && <p className="text-muted">Hier ist nichts mehr zu tun.</p>}
      <div ref={buttons} className="flex flex-wrap items-center gap-2">
        {order.commands.map((name) => (
          <Button
            key={name}
            look="compact"
            data-command={name}
            aria-expanded={name === opened}
            onClick={() => setChosen(name === opened ? undefined : name)}
          >
            {commandWords[name]}
          </Button>
        ))}
        {order.commands.length > 0 && <KeyHint of="b" />}
      </div>
      <OutcomeLine outcome={outcome} />
      {opened && (
        <CommandForm
          key={opened}
          name={opened}
          order={order}
          isPending={command.isPending}
          onSubmit={submit}
          onClose={close}
        />
      )}
    </section>
  )
}
