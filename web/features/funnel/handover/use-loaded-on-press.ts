import { type ComponentType, useCallback, useState } from 'react'
import { notify } from '#web/ui/notify.ts'

/**
 * Returns a component that is loaded only when it is needed, undefined until then, and a function that loads it. If
 * loading fails, shows why nothing happens.
 */
export function useLoadedOnPress<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | undefined, () => Promise<void>] {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> }>()
  const press = useCallback(async () => {
    try {
      const Part = await load()
      setLoaded({ Part })
    } catch {
      notify.error(
        'Das ließ sich nicht öffnen. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
      )
    }
  }, [load])
  return [loaded?.Part, press]
}
