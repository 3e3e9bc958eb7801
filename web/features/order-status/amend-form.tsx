import { type FormEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { FormIssue } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { readForm } from '#domain/forms/read-form.ts'
import { resolveField, textFor, visibleBlocks } from '#domain/forms/visible-fields.ts'
import { type CheckedAmendment, checkAmendment } from '#domain/orders/amendment.ts'
import type { StatusData } from '#domain/orders/status-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FunnelField } from '#web/features/funnel/fields/funnel-field.tsx'
import { type FormValues, errorEntries, initialValues, today } from '#web/features/funnel/form/form-state.ts'
import { nestIssues } from '#web/features/funnel/form/resolver.ts'
import { useFill } from '#web/features/funnel/form/use-fill.ts'
import { FieldBlock } from '#web/features/funnel/steps/field-block.tsx'
import { goToControl } from '#web/features/funnel/steps/scroll.ts'
import { type UploadRun, UploadRunContext, uploadsSettled } from '#web/features/funnel/uploads/upload-run.ts'
import { useFocusOnMount } from '#web/features/order-status/parts/focus.ts'
import { Failure, Panel } from '#web/ui/panel.tsx'
import { renewedTexts, showCurrentTexts } from './renewed-texts.ts'
import { type FieldIssue, amend, failureText } from './status-requests.ts'

interface AmendFormProps {
  funnel: Funnel
  data: StatusData
  access: string
  onSaved: () => Promise<void>
  onCancel: () => void
  onLocked: () => void
}

/**
 * Form with the wizard's own fields for the values of an order that can be amended. Consents are shown only if they must
 * be given again.
 */
export function AmendForm({ funnel, data, access, onSaved, onCancel, onLocked }: AmendFormProps) {
  const current = data.values as FieldValues
  const amended = { current, outdated: new Set(data.outdated) }
  const form = useForm<FormValues>({
    defaultValues: amendableValues(funnel, data, initialValues(funnel, current, today())),
    shouldFocusError: false,
    resolver: (typed) => {
      const { values: valid, issues: found } = checkAmendment(funnel, amended, typed, today())
      return found.length === 0 ? { values: valid, errors: {} } : { values: {}, errors: nestIssues(found) }
    },
  })
  const entered = useWatch({ control: form.control })
  const { values, renewed } = checkAmendment(funnel, amended, entered, today())
  const [issues, setIssues] = useState<readonly FormIssue[]>([])
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { copy, times } = useFill(funnel, form, () => setIssues([]))
  const uploadRun = useAmendedUploads(form, data.runId, access)
  const summary = useRef<HTMLDivElement>(null)
  const opened = useFocusOnMount<HTMLFormElement>()
  useLayoutEffect(() => {
    if (issues.length > 0) summary.current?.focus()
  }, [issues])

  function show(found: readonly FormIssue[]) {
    for (const [name, error] of Object.entries(nestIssues(found))) form.setError(name, error as object)
    setIssues(found)
  }

  async function save(): Promise<void> {
    await uploadsSettled()
    const typed = form.getValues()
    const checked = checkAmendment(funnel, amended, typed, today())
    await form.handleSubmit(
      () => store(typed, checked),
      () => show(checked.issues),
    )()
  }

  async function store(typed: FormValues, checked: CheckedAmendment): Promise<void> {
    setIssues([])
    const result = await amend(access, {
      version: data.version,
      form: sentForm(funnel, data, typed, checked),
      texts: renewedTexts(funnel, checked.values, checked.renewed),
    })
    if (result.kind === 'ok') return onSaved()
    if (result.kind === 'locked') return onLocked()
    if (result.kind === 'invalid') return refuse(result.issues)
    setFailure(failureText(result.kind))
  }

  async function refuse(found: readonly FieldIssue[]): Promise<void> {
    const outdated = await showCurrentTexts(funnel, found)
    for (const { field } of outdated ?? []) form.setValue(field, false)
    show(outdated ?? found.map((issue) => located(funnel, issue)))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    void save().finally(() => setBusy(false))
  }

  const consents = fieldsOf(funnel).filter(({ name }) => renewed.includes(name))
  const common = { values, control: form.control }
  return (
    <form ref={opened} noValidate onSubmit={submit} aria-label="Angaben ändern" className="grid gap-6">
      <UploadRunContext value={uploadRun}>
        {issues.length > 0 && (
          <ErrorSummary ref={summary} entries={errorEntries(issues, fieldsOf(funnel))} onGo={goToControl} />
        )}
        {funnel.steps.slice(0, -1).map((step) => (
          <Panel
            key={step.name}
            id={`aendern-${step.name}`}
            title={textFor(step.summary ?? step.title, values)}
          >
            <div className="grid gap-7">
              {amendableBlocks(step, values, data.fixed).map((block, index) => (
                <FieldBlock
                  key={block.fields[0]?.name}
                  block={block}
                  first={index === 0}
                  {...common}
                  times={times}
                  onCopy={copy}
                />
              ))}
            </div>
          </Panel>
        ))}
        {consents.length > 0 && (
          <Panel id="aendern-zustimmung" title="Bitte stimmen Sie noch einmal zu">
            <p className="text-muted">
              Ihre Änderung betrifft eine Erklärung, die Sie mit der Bestellung abgegeben haben.
            </p>
            {consents.map((field) => (
              <FunnelField key={field.name} field={resolveField(field, values)} {...common} />
            ))}
          </Panel>
        )}
        <p className="text-sm text-muted">
          Grund oder Art der Änderung, Servicestufe, Firma und Rechnungsadresse lassen sich nach der
          Bestellung nicht ändern. Die E-Mail-Adresse ändern Sie hier oder auf der Seite zuvor; wir bestätigen
          das an die bisherige Adresse.
        </p>
        {failure && <Failure>{failure}</Failure>}
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" disabled={busy}>
            {busy && <Spinner />}
            Änderungen speichern
          </Button>
          <Button look="secondary" disabled={busy} onClick={onCancel}>
            Abbrechen
          </Button>
        </div>
      </UploadRunContext>
    </form>
  )
}

/** Returns the values without those that cannot be amended, and with consents that are not ticked. */
function amendableValues(funnel: Funnel, { fixed }: StatusData, values: FormValues): FormValues {
  const consents = fieldsOf(funnel).flatMap(({ kind, name }) =>
    kind === 'consent' ? [[name, false] as const] : [],
  )
  const own = Object.entries(values).filter(([name]) => !fixed.includes(name))
  return { ...Object.fromEntries(own), ...Object.fromEntries(consents) }
}

/** Returns the blocks of a step without the fields that cannot be amended. Blocks without fields are left out. */
function amendableBlocks(step: Funnel['steps'][number], values: FieldValues, fixed: readonly string[]) {
  return visibleBlocks(step, values)
    .map((block) => ({ ...block, fields: block.fields.filter(({ name }) => !fixed.includes(name)) }))
    .filter(({ fields }) => fields.length > 0)
}

/** Returns the form to send: the checked values, and of the consents only those that were given again. */
function sentForm(
  funnel: Funnel,
  { fixed }: StatusData,
  entered: FormValues,
  { values, renewed }: CheckedAmendment,
): FormValues {
  const left = new Set([
    ...fixed,
    ...fieldsOf(funnel).flatMap((field) => (field.kind === 'consent' ? field.name : [])),
  ])
  const own = Object.entries(values).filter(([name]) => !left.has(name))
  const given = renewed.map((name) => [name, entered[name]] as const)
  return { ...readForm(funnel, Object.fromEntries(own)).values, ...Object.fromEntries(given) }
}

function located(funnel: Funnel, { field, rule, message }: FieldIssue): FormIssue {
  const name = field.split('.')[0]
  const step = funnel.steps.findIndex(({ fields }) => fields.some((one) => one.name === name)) + 1
  return { step, field, rule: rule as FormIssue['rule'], message }
}

/** Returns the uploads of the form. They are authorised by the access instead of the secret of the run. */
function useAmendedUploads(form: UseFormReturn<FormValues>, runId: string, access: string): UploadRun {
  return useMemo(
    () => ({
      runId,
      secret: '',
      access,
      flush: async () => undefined,
      change(field, change) {
        const ids: unknown = form.getValues(field)
        form.clearErrors(field)
        form.setValue(field, change(Array.isArray(ids) ? (ids as string[]) : []), { shouldDirty: true })
      },
    }),
    [form, runId, access],
  )
}
