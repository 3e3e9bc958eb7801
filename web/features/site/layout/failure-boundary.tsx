import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

interface FailureBoundaryProps {
  children: ReactNode
  /** Whether this boundary surrounds the whole app. If so, it adds the main landmark to the error screen. */
  outermost?: boolean
}

/** Error boundary that shows the error screen if rendering fails or the code of a page cannot be loaded. */
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
