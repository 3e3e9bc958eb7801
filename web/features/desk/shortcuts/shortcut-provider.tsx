import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Kbd } from './kbd.tsx'
import { shortcutGroups } from './shortcut-list.ts'
import { readShortcutSetting, storeShortcutSetting } from './shortcut-setting.ts'
import { ShortcutContext } from './use-shortcuts.ts'

/** Provides the single-key shortcuts with the dialog that lists them and switches them off. */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [enabled, setEnabled] = useState(readShortcutSetting)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const settings = useMemo(
    () => ({
      enabled,
      setEnabled: (on: boolean) => {
        setEnabled(on)
        storeShortcutSetting(on)
      },
      showHelp: () => setHelpOpen(true),
    }),
    [enabled],
  )
  return (
    <ShortcutContext value={settings}>
      {children}
      <HelpDialog
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        enabled={enabled}
        onToggle={settings.setEnabled}
      />
    </ShortcutContext>
  )
}

interface HelpDialogProps {
  open: boolean
  onClose: () => void
  enabled: boolean
  onToggle: (enabled: boolean) => void
}

function HelpDialog({ open, onClose, enabled, onToggle }: HelpDialogProps) {
  return (
    <Modal open={open} title="Tastenkürzel" wide onClose={onClose}>
      <p className="mt-1 text-sm text-muted">
        Eine Taste genügt. In Eingabefeldern wirken sie nicht. Enter öffnet die Zeile, Esc schließt Formulare
        und Dialoge.
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
        {shortcutGroups.map(({ title, shortcuts }) => (
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
