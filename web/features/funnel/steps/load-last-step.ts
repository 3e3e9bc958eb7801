import { lazy } from 'react'

// The code of the last step is loaded on demand, because no other step needs it.

async function load() {
  const [{ LastStep }, { OrderFooter }, { placeOrder }] = await Promise.all([
    import('#web/features/funnel/last-step/last-step.tsx'),
    import('#web/features/funnel/last-step/order-footer.tsx'),
    import('#web/features/funnel/last-step/place-order.ts'),
  ])
  return { LastStep, OrderFooter, placeOrder }
}

type LastStepCode = Awaited<ReturnType<typeof load>>
let loaded: LastStepCode | undefined

export const loadLastStep = async (): Promise<LastStepCode> => (loaded ??= await load())

const later = {
  LastStep: lazy(async () => ({ default: (await loadLastStep()).LastStep })),
  OrderFooter: lazy(async () => ({ default: (await loadLastStep()).OrderFooter })),
}

/** Returns the components of the last step. If their code is loaded, they render without suspending. */
export const lastStepComponents = (): Pick<LastStepCode, 'LastStep' | 'OrderFooter'> | typeof later =>
  loaded ?? later
