SELECT round(100 * avg((list_unique(list_transform(leads, lambda lead: lead.low)) = 1)::INT), 2) AS all_leads_alike FROM deals
