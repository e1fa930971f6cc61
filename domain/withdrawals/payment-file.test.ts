import { describe, expect, it } from 'vitest'
import { paymentFilesOf, type Transfer } from './payment-file.ts'
import { WithdrawMethod } from './receiver.ts'

const transfer = (id: number, more: Partial<Transfer> = {}): Transfer => ({
  id,
  name: 'عمر حسن',
  method: WithdrawMethod.Instapay,
  receiver: 'omar@instapay',
  amount: 150_50,
  ...more,
})

describe('the files that pay withdrawals', () => {
  it('are one for each method, and one for each bank', () => {
    const files = paymentFilesOf([
      transfer(1),
      transfer(4, { method: WithdrawMethod.Bank, receiver: 'CIB:3003' }),
      transfer(3, { method: WithdrawMethod.Bank, receiver: 'NBE:2002' }),
      transfer(2, { method: WithdrawMethod.Bank, receiver: 'CIB:1001' }),
      transfer(5, { method: WithdrawMethod.Wallet, receiver: '01012345678' }),
    ])
    expect(files.map(({ method, bank, count, total, ids }) => [method, bank, count, total, ids])).toEqual([
      [WithdrawMethod.Instapay, null, 1, 150_50, [1]],
      [WithdrawMethod.Bank, 'CIB', 2, 301_00, [2, 4]],
      [WithdrawMethod.Bank, 'NBE', 1, 150_50, [3]],
      [WithdrawMethod.Wallet, null, 1, 150_50, [5]],
    ])
  })

  it('name the withdrawal, the receiver and the amount in pounds, with a head and CRLF', () => {
    const [bank] = paymentFilesOf([transfer(2, { method: WithdrawMethod.Bank, receiver: 'CIB:1001' })])
    expect(bank?.content).toBe(
      '\ufeffreference,beneficiary,bank,account,amount,currency\r\nHESSA-2,عمر حسن,CIB,1001,150.50,EGP\r\n',
    )
  })

  it('hold no cell that a spreadsheet would run and no line break inside a cell', () => {
    const [file] = paymentFilesOf([
      transfer(1, { name: '=1+1' }),
      transfer(2, { name: 'a,"b"\n' }),
      transfer(3, { name: null }),
    ])
    const lines = file?.content.split('\r\n') ?? []
    expect(lines[1]).toBe("HESSA-1,'=1+1,omar@instapay,150.50,EGP")
    expect(lines[2]).toBe('HESSA-2,"a,""b""\n",omar@instapay,150.50,EGP')
    expect(lines[3]).toBe('HESSA-3,,omar@instapay,150.50,EGP')
  })

  it('are empty for no withdrawals', () => {
    expect(paymentFilesOf([])).toEqual([])
  })
})

it('a receiver that looks like a bank account does not matter where the method is another', () => {
  const files = paymentFilesOf([transfer(1, { receiver: 'CIB:x@instapay' })])
  expect(files.map(({ bank }) => bank)).toEqual([null])
})
