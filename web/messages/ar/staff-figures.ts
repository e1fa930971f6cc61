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
} as const
