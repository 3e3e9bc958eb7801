export function ServiceBadge({ children }: { children: string }) {
  return (
    <span className="rounded-full bg-lime px-2.5 py-px text-[0.8125rem] leading-normal font-semibold text-leaf-900">
      {children}
    </span>
  )
}
