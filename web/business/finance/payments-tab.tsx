import { NotOpenPanel } from '../../shell/not-open.tsx'

export const PaymentsTab = () => <NotOpenPanel section="payments" />
