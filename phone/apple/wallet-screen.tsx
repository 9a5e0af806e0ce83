import { applePassViewOfPackage } from '../../card/apple-pass.ts'
import { AppleStack } from '../../card/apple-stack.tsx'
import { EmptyWallet } from '../empty-wallet.tsx'
import { useSpeech } from '../speech.tsx'
import type { WalletPass } from './wallet-state.ts'

type WalletScreenProps = {
  isReady: boolean
  passes: readonly WalletPass[]
  onOpen: (passId: string) => void
  onBrowse: () => void
}

/** The stack of passes. */
export function WalletScreen({ isReady, passes, onOpen, onBrowse }: WalletScreenProps) {
  const { say, locale } = useSpeech()
  return (
    <div className="wallet">
      <h2>{say('home.wallet')}</h2>
      {passes.length > 0 && (
        <AppleStack
          label={say('wallet.passes')}
          onOpen={onOpen}
          passes={passes.map((pass) => ({
            id: pass.id,
            view: applePassViewOfPackage(pass.json, pass.pictures, locale),
          }))}
        />
      )}
      {isReady && passes.length === 0 && <EmptyWallet onBrowse={onBrowse} />}
    </div>
  )
}
