import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Kbd } from './kbd.tsx'
import { readShortcutSetting, storeShortcutSetting } from './shortcut-setting.ts'
import { ShortcutContext, type ShortcutGroup } from './use-shortcuts.ts'

interface ShortcutProviderProps {
  groups: readonly ShortcutGroup[]
  /** More about the keys of the page, in German. */
  about?: string
  /** Key in the browser's local storage under which the setting is stored. */
  storageKey: string
  children: ReactNode
}

/** Provides the single-key shortcuts with the dialog that lists them and switches them off. */
export function ShortcutProvider({ groups, about, storageKey, children }: ShortcutProviderProps) {
  const [enabled, setEnabled] = useState(() => readShortcutSetting(storageKey))
  const [isHelpOpen, setHelpOpen] = useState(false)
  const settings = useMemo(
    () => ({
      enabled,
      setEnabled: (on: boolean) => {
        setEnabled(on)
        storeShortcutSetting(storageKey, on)
      },
      showHelp: () => setHelpOpen(true),
    }),
    [enabled, storageKey],
  )
  return (
    <ShortcutContext value={settings}>
      {children}
      <HelpDialog
        groups={groups}
        about={about}
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        enabled={enabled}
        onToggle={settings.setEnabled}
      />
    </ShortcutContext>
  )
}

interface HelpDialogProps extends Pick<ShortcutProviderProps, 'groups'> {
  about: string | undefined
  open: boolean
  onClose: () => void
  enabled: boolean
  onToggle: (enabled: boolean) => void
}

function HelpDialog({ groups, about, open, onClose, enabled, onToggle }: HelpDialogProps) {
  return (
    <Modal open={open} title="Tastenkürzel" wide onClose={onClose}>
      <p className="mt-1 text-sm text-muted">
        Eine Taste genügt. In Eingabefeldern wirken sie nicht. {about}
      </p>
      <label className="mt-4 flex min-h-11 w-fit cursor-pointer items-center gap-3 font-medium">
        <input
          type="checkbox"
          className="size-6 accent-leaf-700"
          checked={enabled}
          onChange={({ target }) => onToggle(target.checked)}
        />
        Tastenkürzel verwenden
      </label>
      <div className={enabled ? 'mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2' : 'hidden'}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="font-semibold">{title}</h3>
            <dl className="mt-1 grid grid-cols-[2.5rem_1fr] gap-y-1.5 text-sm">
              {shortcuts.map(({ key, what }) => (
                <div key={key} className="contents">
                  <dt>
                    <Kbd>{key}</Kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-6 flex justify-end">
        <Button look="secondary" onClick={onClose}>
          Schließen
        </Button>
      </div>
    </Modal>
  )
}
