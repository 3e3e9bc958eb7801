import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

interface FailureBoundaryProps {
  children: ReactNode
  /** Around the whole app: the failed page took its frame with it, so the error screen brings the landmark. */
  outermost?: boolean
}

/** Shows the error screen in place of what failed, also where a page's code could not be loaded. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    if (!this.props.outermost) return <ErrorScreen />
    return (
      <main>
        <ErrorScreen />
      </main>
    )
  }
}
