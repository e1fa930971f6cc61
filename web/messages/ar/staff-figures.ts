export const staffFigures = {
  title: 'المؤشرات',
  text: 'من {from} لحد {to}.',
  plans: {
    title: 'الباقات',
    text: 'كل باقة باعت كام ودخّلت كام واتستخدمت قد إيه، وطلبها جه منين.',
    empty: 'مفيش حاجة في الفترة دي',
    emptyText: 'محدش اشترك ومفيش حصص من باقات في الأيام دي.',
    trial: 'التجربة المجانية',
    row: '{plan}، {source}',
    columns: {
      plan: 'الباقة',
      source: 'المصدر',
      sold: 'اشتراكات بدأت',
      revenue: 'الإيراد',
      refunded: 'استردادات',
      minutesUsed: 'دقايق اتستخدمت',
    },
    sources: { direct: 'من غير كوبون ولا دعوة', coupon: 'كوبون', invite: 'دعوة للباقة', trial: 'تجربة' },
    orders: 'طلبات {plan}',
  },
  cohorts: {
    title: 'مين فضل مكمّل',
    text: 'اللي أول دفعة ليهم كانت في شهر: كام منهم كان معاه باقة آخر كل شهر بعده. الباقي مشي.',
    empty: 'مفيش دفعات في آخر ١٢ شهر خلصوا',
    month: 'أول دفعة',
    size: 'عددهم',
    after:
      '{count, plural, =0 {آخر الشهر نفسه} one {بعد شهر} two {بعد شهرين} few {بعد # شهور} many {بعد # شهر} other {بعد # شهر}}',
    cell: '{month}: فضل {kept} من {size}، ومشي {left}',
  },
} as const
