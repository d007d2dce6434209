(** Does a certificate prove what a position is worth?

    A certificate tells the actions of one side alone, in the order in which a walk comes to its turns; the walk tries all actions of the
    others, and remembers what it has proved, of all positions that are alike at once. Whatever it accepts is true. It needs no bound, and
    no faith in who wrote the certificate. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive.
From Aceten Require Import Cards Rules Table Tricks Play Relation Conservation Ending Progress Values Alike.
Import ListNotations.

Section Certificates.
Variable r : rules.
Variable mine : nat -> bool.
Variable wanted : table -> bool.

(** What is remembered: what proved positions have in common with all that are alike, by a number that is worked out of it. Any number
    does; a good one saves time. *)
Variable number : signature -> positive.
Definition memory := PositiveMap.t (list signature).

Definition signature_eq_dec : forall a b : signature, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition remembered (known : memory) (s : signature) : bool :=
  match PositiveMap.find (number s) known with
  | Some signatures => if in_dec signature_eq_dec s signatures then true else false
  | None => false
  end.

Definition remember (known : memory) (s : signature) : memory :=
  PositiveMap.add (number s)
    (s :: match PositiveMap.find (number s) known with Some signatures => signatures | None => [] end) known.

(** The walk. What is left of the told actions, and what is remembered, or nothing where the certificate is wrong. *)
Definition outcome := option (list action * memory).

Fixpoint in_turn (visit : list action -> memory -> table -> outcome) (told : list action) (known : memory)
  (afters : list (table + code)) : outcome :=
  match afters with
  | [] => Some (told, known)
  | inr _ :: rest => in_turn visit told known rest
  | inl after :: rest =>
      match visit told known after with Some (told', known') => in_turn visit told' known' rest | None => None end
  end.

Fixpoint visit (fuel : nat) (told : list action) (known : memory) (t : table) : outcome :=
  match fuel with
  | 0 => None
  | S less =>
      if remembered known (signature_of r t) then Some (told, known)
      else if over r t then if wanted t then Some (told, known) else None
      else
        let result :=
          if mine (turn r t)
          then match told with
               | [] => None
               | a :: rest => if is_call a then None else
                   match apply r t a with inl after => visit less rest known after | inr _ => None end
               end
          else in_turn (visit less) told known (map (apply r t) (conceivable r t)) in
        match result with Some (told', known') => Some (told', remember known' (signature_of r t)) | None => None end
  end.

(** A certificate is accepted when its position is one of play, its walk comes through, and all that was told is taken. *)
Definition accepted (told : list action) (t : table) : bool :=
  is_well r t && match visit (S (most_actions r t)) told (PositiveMap.empty _) t with Some ([], _) => true | _ => false end.

(** *** What is accepted is true *)

Hypothesis some_players : 0 < players r.
Hypothesis wanted_of_all_alike : forall t u, alike r t u -> wanted t = wanted u.

Definition true_memory (known : memory) : Prop :=
  forall t, well r t -> remembered known (signature_of r t) = true -> sure r mine wanted t.

Lemma remembered_spec : forall known s, remembered known s = true <->
  exists signatures, PositiveMap.find (number s) known = Some signatures /\ In s signatures.
Proof.
  intros known s. unfold remembered. destruct (PositiveMap.find (number s) known) as [signatures|].
  - destruct (in_dec _ _ _) as [I|N]; split; [eauto|easy|discriminate|]. intros [x [E I]]. injection E as <-. contradiction.
  - split; [discriminate|]. now intros [x [E _]].
Qed.

Lemma remember_true : forall known t, true_memory known -> well r t -> sure r mine wanted t ->
  true_memory (remember known (signature_of r t)).
Proof.
  intros known t K W F other V R. apply remembered_spec in R as [signatures [E I]]. unfold remember in E.
  destruct (Pos.eq_dec (number (signature_of r other)) (number (signature_of r t))) as [Q|Q].
  - rewrite Q, PositiveMap.gss in E. injection E as <-. destruct I as [I|I].
    + apply (alike_sure r some_players mine wanted t other wanted_of_all_alike); try assumption. now apply signature_tells.
    + apply K; [exact V|]. apply remembered_spec. rewrite Q. destruct (PositiveMap.find _ known) as [more|]; [eauto|easy].
  - rewrite PositiveMap.gso in E by exact Q. apply K; [exact V|]. apply remembered_spec. eauto.
Qed.

Lemma in_turn_true : forall (visit : list action -> memory -> table -> outcome),
  (forall told known t told' known', true_memory known -> well r t -> visit told known t = Some (told', known') ->
    true_memory known' /\ sure r mine wanted t) ->
  forall afters told known told' known', true_memory known -> (forall t, In (inl t) afters -> well r t) ->
  in_turn visit told known afters = Some (told', known') ->
  true_memory known' /\ forall t, In (inl t) afters -> sure r mine wanted t.
Proof.
  intros visit V afters. induction afters as [|[after|c] rest IH]; intros told known told' known' K W E; simpl in E.
  - injection E as <- <-. split; [exact K|easy].
  - destruct (visit told known after) as [[told1 known1]|] eqn:F; [|discriminate].
    destruct (V _ _ _ _ _ K (W after (or_introl eq_refl)) F) as [K1 S].
    destruct (IH _ _ _ _ K1 (fun t I => W t (or_intror I)) E) as [K' A].
    split; [exact K'|]. intros t [I|I]; [injection I as <-; exact S|now apply A].
  - destruct (IH _ _ _ _ K (fun t I => W t (or_intror I)) E) as [K' A].
    split; [exact K'|]. intros t [I|I]; [discriminate|now apply A].
Qed.

Lemma visit_true : forall fuel told known t told' known', true_memory known -> well r t ->
  visit fuel told known t = Some (told', known') -> true_memory known' /\ sure r mine wanted t.
Proof.
  induction fuel as [|less IH]; intros told known t told' known' K W E; simpl in E; [discriminate|].
  destruct (remembered known (signature_of r t)) eqn:R; [injection E as <- <-; split; [exact K|now apply K]|].
  destruct (over r t) eqn:O.
  { destruct (wanted t) eqn:Y; [|discriminate]. injection E as <- <-. split; [exact K|now apply sure_at_the_end]. }
  assert (N : forall a t', step r t a t' -> well r t') by (intros a t' S; now apply (step_keeps_cards r some_players t a t' W S)).
  destruct (mine (turn r t)) eqn:M.
  - destruct told as [|a rest]; [discriminate|]. destruct (is_call a) eqn:C; [discriminate|].
    destruct (apply r t a) as [after|c] eqn:A; [|discriminate]. apply apply_is_play in A.
    destruct (visit less rest known after) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. destruct (IH _ _ _ _ _ K (N a after A) V) as [K1 S].
    assert (G : sure r mine wanted t) by now apply sure_by_an_action with a after.
    split; [now apply remember_true|exact G].
  - destruct (in_turn (visit less) told known (map (apply r t) (conceivable r t))) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. assert (X : forall x, In (inl x) (map (apply r t) (conceivable r t)) -> well r x).
    { intros x I. apply in_map_iff in I as [a [Q _]]. apply N with a. now apply apply_is_play. }
    destruct (in_turn_true _ IH _ _ _ _ _ K X V) as [K1 A].
    assert (G : sure r mine wanted t).
    { apply sure_by_all; [exact O|exact M|]. intros a t' S C. apply A.
      rewrite <- (proj1 (apply_is_play r t a t') S). apply in_map. now apply conceivable_all with t'. }
    split; [now apply remember_true|exact G].
Qed.

Theorem what_is_accepted_is_true : forall told t, accepted told t = true -> sure r mine wanted t.
Proof.
  intros told t E. unfold accepted in E. apply andb_true_iff in E as [W E]. apply is_well_spec in W.
  destruct (visit (S (most_actions r t)) told (PositiveMap.empty _) t) as [[told' known']|] eqn:V; [|discriminate].
  assert (K : true_memory (PositiveMap.empty _)).
  { intros other _ R. apply remembered_spec in R as [signatures [F _]]. now rewrite PositiveMap.gempty in F. }
  now destruct (visit_true _ _ _ _ _ _ K W V).
Qed.

End Certificates.
