import type { PaymentMode } from '#features/payments/schema.ts'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'

/** Says, above the payment page's columns, that no money moves. */
export function PaymentNotice({ payment }: { payment: PaymentMode }) {
  if (payment.mode !== 'sandbox') return null
  return <SandboxBanner title="Payment sandbox.">No money moves here. Use one of the test cards below.</SandboxBanner>
}
